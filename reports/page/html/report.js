// SPDX-License-Identifier: GPL-2.0-or-later
// The page: sections of facts and tables from the data, the list of failing queries, and the viewer's controls.
"use strict";
(() => {
const data = JSON.parse(document.getElementById("data").textContent);
const at = (id) => document.getElementById(id);

// An element with properties (or attributes, where the name has a dash) and children; texts are never parsed as HTML.
function make(name, properties = {}, ...children) {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(properties)) {
        if (key.includes("-") || key === "role" || key === "scope") element.setAttribute(key, value);
        else element[key] = value;
    }
    element.append(...children.filter((child) => child !== null));
    return element;
}

// ---- Theme ----

const THEMES = ["auto", "light", "dark"];

let theme = "auto";

function readTheme() {
    try { return localStorage.getItem("touchstone-theme") || "auto"; } catch { return "auto"; }
}

function setTheme(chosen) {
    theme = chosen;
    if (theme === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    at("theme").textContent = "Theme: " + theme;
    try { localStorage.setItem("touchstone-theme", theme); } catch { /* a browser may keep nothing for files */ }
    draw();
}

// ---- Commands to copy ----

async function copy(text, button) {
    try {
        await navigator.clipboard.writeText(text);
    } catch {
        const area = make("textarea", { value: text });
        document.body.append(area);
        area.select();
        document.execCommand("copy");
        area.remove();
    }
    button.textContent = "Copied";
    setTimeout(() => (button.textContent = "Copy"), 1500);
}

function makeCommand(text) {
    const button = make("button", { type: "button", textContent: "Copy", "aria-label": "Copy " + text });
    button.addEventListener("click", () => copy(text, button));
    return make("div", { className: "command" }, make("code", { textContent: text }), button);
}

// ---- Tables ----

const isCommand = (value) => typeof value === "string" && value.startsWith("touchstone ");

function format(value) {
    if (value === null || value === undefined) return "\u2013";
    if (typeof value !== "number") return value;
    return Number.isInteger(value) && Math.abs(value) < 1e9 ? String(value) : View.digits(value, 3);
}

// Numbers by size, texts that begin with numbers by these; what is missing comes last.
function compare(a, b) {
    if (a === null || b === null) return (a === null) - (b === null);
    const x = parseFloat(a), y = parseFloat(b);
    if (!isNaN(x) && !isNaN(y) && x !== y) return x - y;
    if (isNaN(x) !== isNaN(y)) return isNaN(x) - isNaN(y);
    return String(a).localeCompare(String(b));
}

function sortBy(table, column) {
    const heads = [...table.tHead.rows[0].cells], head = heads[column], body = table.tBodies[0];
    const direction = head.getAttribute("aria-sort") === "ascending" ? "descending" : "ascending";
    heads.forEach((other) => other.setAttribute("aria-sort", other === head ? direction : "none"));
    const sign = direction === "ascending" ? 1 : -1;
    const rows = [...body.rows].sort((a, b) => {
        const x = a.values[column], y = b.values[column];
        return x === null || y === null ? compare(x, y) : sign * compare(x, y);
    });
    body.append(...rows);
}

function makeCell(value, c, isNumber, content) {
    const cell = make(c === 0 ? "th" : "td", { className: isNumber ? "number" : "" });
    if (c === 0) cell.scope = "row";
    cell.append(content ?? (isCommand(value) ? makeCommand(value) : format(value)));
    return cell;
}

// content(row, c): what stands in a cell in the place of its value; undefined: the value.
function makeTable({ title, columns, rows }, content = () => undefined) {
    const isNumber = columns.map((_, c) => rows.some((row) => typeof row[c] === "number"));
    const table = make("table"), head = make("tr"), body = make("tbody");
    columns.forEach((column, c) => {
        const button = make("button", { type: "button", textContent: column.label, title: column.help || "" });
        button.addEventListener("click", () => sortBy(table, c));
        head.append(make("th", { scope: "col", "aria-sort": "none", className: isNumber[c] ? "number" : "" }, button));
    });
    for (const row of rows) {
        const line = make("tr");
        line.values = row;
        row.forEach((value, c) => line.append(makeCell(value, c, isNumber[c], content(row, c))));
        body.append(line);
    }
    table.append(make("caption", { textContent: title }), make("thead", {}, head), body);
    return make("div", { className: "scroll", tabIndex: 0, role: "region", "aria-label": title }, table);
}

// ---- Results ----

// Whole numbers in full: with a seed or a limit the run is repeated.
const formatFact = (value) => Number.isSafeInteger(value) ? String(value) : format(value);

function makeFacts(facts) {
    const pairs = facts.map(([name, value]) => make("div", {}, make("dt", { textContent: name }),
                                                    make("dd", { textContent: formatFact(value) })));
    return make("dl", { className: "facts" }, ...pairs);
}

// "error: crashed" is an "error" too.
const whatAndWhy = (fault) => fault.what + (fault.why ? ": " + fault.why : "");
const isAmong = (query, wanted) => query.faults.some((fault) =>
    (!wanted.backend || fault.backend === wanted.backend) &&
    (!wanted.what || fault.what === wanted.what || whatAndWhy(fault) === wanted.what));
const isOf = (query, wanted) => (!wanted.set || setOf(query) === wanted.set) && isAmong(query, wanted);
const setOf = (query) => query.run + "/" + query.set;

// A count of faults leads to the list of its queries.
function makeLink(value, wanted) {
    if (!data.queries.some((query) => isOf(query, wanted))) return undefined;
    const link = make("a", { href: "#queries", textContent: format(value), className: "bad" });
    link.addEventListener("click", () => filter(wanted));
    return link;
}

function makeSection(section, run) {
    const box = make("section", {}, make("h3", { textContent: section.title }), makeFacts(section.facts));
    for (const table of section.tables) {
        const backend = table.columns.findIndex((column) => column.label === "backend");
        const made = makeTable(table, (row, c) => {
            const what = table.columns[c].fault, set = run + "/" + section.set;
            return what && row[c] ? makeLink(row[c], { set, backend: row[backend], what }) : undefined;
        });
        const summary = table.title + " (" + table.rows.length + ")";
        box.append(table.folded ? make("details", {}, make("summary", { textContent: summary }), made) : made);
    }
    return box;
}

function makeResults() {
    data.runs.forEach((run, r) => {
        const title = run.kind + ": " + run.path;
        const facts = make("details", {}, make("summary", { textContent: "Where and how it ran" }), makeFacts(run.facts));
        const box = make("section", { id: "run-" + r }, make("h2", { textContent: title }));
        if (run.facts.some(([name, value]) => name === "interrupted" && value === "yes")) {
            box.append(make("p", { className: "note", textContent: "The run was interrupted: it is not complete." }));
        }
        box.append(facts, ...run.sections.map((section) => makeSection(section, r)));
        at("results").append(box);
        at("contents").append(make("a", { href: "#run-" + r, textContent: title }));
    });
}

function makePlots() {
    if (data.plots.length === 0) return;
    for (const { name, script } of data.plots) {
        const file = (ending) => "plots/" + encodeURIComponent(name + ending);
        const link = (ending, text) => make("a", { href: file(ending), textContent: text });
        const caption = make("figcaption", { textContent: name });
        if (script) caption.append(" (", link(".dat", "data"), ", ", link(".gp", "script"), ")");
        at("plots").lastElementChild.append(make("figure", {}, make("a", { href: file(".svg") },
            make("img", { src: file(".svg"), alt: name, loading: "lazy" })), caption));
    }
    at("plots").hidden = false;
    at("contents").append(make("a", { href: "#plots", textContent: "Plots" }));
}

// ---- The list of failing queries ----

const filters = { set: at("filter-set"), backend: at("filter-backend"), what: at("filter-what") };

function setName(query) {
    const run = data.runs[query.run], section = run.sections.find((one) => one.set === query.set);
    return (data.runs.length > 1 ? run.path + ": " : "") + (section || run.sections[0]).title;
}

function fillFilters() {
    const offer = (select, all) => [...new Map([["", "all"], ...all])].forEach(([value, textContent]) =>
        select.append(make("option", { value, textContent })));
    const faults = data.queries.flatMap((query) => query.faults);
    offer(filters.set, data.queries.map((query) => [setOf(query), setName(query)]));
    offer(filters.backend, faults.map((fault) => [fault.backend, fault.backend]));
    offer(filters.what, faults.flatMap((fault) => [fault.what, whatAndWhy(fault)]).map((what) => [what, what]));
    for (const select of Object.values(filters)) select.addEventListener("change", list);
}

function filter(wanted) {
    for (const [name, select] of Object.entries(filters)) select.value = wanted[name] || "";
    list();
}

const faultWords = (query) => query.faults.map((fault) => fault.backend + ": " + whatAndWhy(fault)).join(", ");
const lastOf = (query, parts) => query.file.split("/").slice(-parts).join("/") + " " + query.index;
const timesCalled = new Map();
for (const query of data.queries) timesCalled.set(lastOf(query, 1), (timesCalled.get(lastOf(query, 1)) || 0) + 1);
// With the folder where another one is called the same without it.
const shortName = (query) => lastOf(query, timesCalled.get(lastOf(query, 1)) > 1 ? 2 : 1);

function list() {
    const wanted = Object.fromEntries(Object.entries(filters).map(([name, select]) => [name, select.value]));
    const listed = data.queries.map((query, q) => q).filter((q) => isOf(data.queries[q], wanted));
    const rows = listed.map((q) => [shortName(data.queries[q]), data.queries[q].kind || "", faultWords(data.queries[q])]);
    const number = new Map(rows.map((row, i) => [row, listed[i]]));
    const columns = [{ label: "query" }, { label: "kind" }, { label: "failed" }];
    const table = makeTable({ title: "Queries", columns, rows }, (row, c) => {
        if (c > 0) return undefined;
        const button = make("button", { type: "button", textContent: row[0], value: number.get(row) });
        button.addEventListener("click", () => show(number.get(row), true));
        return button;
    });
    at("list").replaceChildren(table);
    at("listed").textContent = listed.length + " of " + data.queries.length + " queries";
    if (listed.length > 0) show(listed.includes(shown) ? shown : listed[0]);
}

function markShown() {
    for (const button of at("list").querySelectorAll("tbody button")) {
        const chosen = Number(button.value) === shown;
        button.closest("tr").classList.toggle("chosen", chosen);
        if (chosen) button.setAttribute("aria-current", "true");
        else button.removeAttribute("aria-current");
    }
}

// ---- The viewer ----

const STEPS = 1000; // of the slider
let shown = -1, query = null, time = 0, window_ = null, playing = 0;
let look = { yaw: 0.6, pitch: 0.45, zoom: 1 };

function setWindow(from, to) {
    const least = 4 * Number.EPSILON * query.data.t_max; // doubles between which there is nothing to see
    const from_ = Math.max(0, from), to_ = Math.min(query.data.t_max, Math.max(to, from_ + least));
    window_ = { from: Math.min(from_, to_ - least), to: to_ };
    setTime(Math.min(Math.max(time, window_.from), window_.to));
}

// Of the truth and the answers that failed.
function aroundTruth() {
    time = query.data.truth.contact ? query.data.truth.lo : query.data.near.from;
    setWindow(query.data.near.from, query.data.near.to);
}

function scaleWindow(factor) {
    const half = (window_.to - window_.from) * factor / 2;
    setWindow(time - half, time + half);
}

function setTime(t) {
    time = t;
    at("time").value = Math.round((t - window_.from) / (window_.to - window_.from) * STEPS);
    draw();
}

function momentWords() {
    const count = View.timeDigits(window_), gap = query.gapAt(time);
    return "t = " + View.digits(time, Math.max(count, 4)) + ", gap " + View.digits(gap, 4) + " m";
}

function draw() {
    if (!query) return;
    const words = momentWords();
    let reach = null;
    if (at("close-up").checked) {
        const ends = [window_.from, window_.to].map((t) => query.at(t).d);
        reach = 2 * Math.max(...ends, query.xi, 1e-9 * query.radius);
    }
    at("moment").textContent = words;
    at("time").setAttribute("aria-valuetext", words);
    at("scene").setAttribute("aria-label", query.data.kind + " at " + words);
    at("curve").setAttribute("aria-label", "Gap over time; at " + words);
    View.drawScene(at("scene"), query, time, look, reach);
    View.drawCurve(at("curve"), query, time, window_);
}

function answerRows() {
    const failed = new Map(query.data.faults.map((fault) => [fault.backend, fault]));
    return query.data.answers.map((one) => {
        const fault = failed.get(one.backend), notes = [];
        if (one.stall) notes.push("stall");
        if (one.reason) notes.push(one.reason);
        if (one.other_status) {
            notes.push("asked again: " + one.other_status + (one.other_toi == null ? "" : " at " + one.other_toi));
        }
        if (one.refusal) notes.push(one.refusal);
        if (one.why) notes.push(one.why);
        if (fault && fault.gone) notes.push("the results say " + whatAndWhy(fault) + "; asked anew it is not: data or method changed");
        const value = (name) => (one[name] === undefined ? null : one[name]);
        return [one.backend, value("status"), value("toi"), value("error"), value("verdict"), value("iterations"),
                notes.join("; ")];
    });
}

function showAnswers() {
    const labels = ["backend", "status", "toi", "t* - toi", "verdict", "iterations"], rows = answerRows();
    if (rows.some((row) => row[6])) labels.push("notes");
    else rows.forEach((row) => row.pop());
    const failed = new Set(query.data.faults.map((fault) => fault.backend));
    const table = makeTable({ title: "Answers", columns: labels.map((label) => ({ label })), rows },
        (row, c) => {
            if (c === 0 && failed.has(row[0])) return make("span", { className: "bad", textContent: row[0] });
            if (c !== 2 || row[2] === null) return undefined;
            const button = make("button", { type: "button", textContent: String(row[2]), title: "Go to this time" });
            button.addEventListener("click", () => goTo(row[2]));
            return button;
        });
    at("answers").replaceChildren(table);
}

function aboutWords(one) {
    const truth = one.truth, words = [one.kind];
    if (one.scene) words.push("scene " + one.scene + (one.step ? ", step " + one.step + ", iteration " + one.iteration : ""));
    words.push("min_distance " + one.min_distance + " m", "t_max " + one.t_max);
    if (!truth.contact) words.push("no contact");
    else if (truth.lo === truth.hi) words.push("contact at t* = " + truth.lo + ", " + truth.feature);
    else words.push("contact at t* in [" + truth.lo + ", " + truth.hi + "], " + truth.feature);
    return words.join("; ") + ". Failed: " + faultWords(one) + ".";
}

function positionWords(one) {
    return one.x0.map((_, i) => [one.x0, one.x1].map((rows, end) =>
        "vertex " + i + "  t = " + end + "  " + rows[i].map((x) => String(x).padStart(25)).join("")).join("\n")).join("\n");
}

// A time outside the window widens it to the whole step.
function goTo(t) {
    stop();
    if (t < window_.from || t > window_.to) {
        time = t;
        setWindow(0, query.data.t_max);
    }
    setTime(t);
}

function show(number, isAsked) {
    const one = data.queries[number];
    shown = number;
    stop();
    markShown();
    at("view-title").textContent = one.file + ", query " + one.index;
    at("view-command").replaceChildren(makeCommand(one.command));
    at("view").hidden = Boolean(one.missing);
    at("view-missing").hidden = !one.missing;
    at("view-about").hidden = Boolean(one.missing);
    query = one.missing ? null : View.query(one);
    if (one.missing) {
        at("view-missing").textContent = "It cannot be shown: " + one.missing + " Failed: " + faultWords(one) + ".";
    } else {
        at("view-about").textContent = aboutWords(one);
        at("positions").lastElementChild.textContent = positionWords(one);
        at("go-truth").disabled = !one.truth.contact;
        at("around").disabled = !one.near;
        showAnswers();
        time = one.truth.contact ? one.truth.lo : 0;
        setWindow(0, one.t_max);
    }
    if (!isAsked) return;
    history.replaceState(null, "", "#q" + number);
    at("viewer").scrollIntoView({ block: "nearest" });
}

// ---- Controls ----

function stop() {
    cancelAnimationFrame(playing);
    playing = 0;
    at("play").textContent = "Play";
    at("play").setAttribute("aria-pressed", "false");
}

// The window in four seconds, from where the slider stands or from its start.
function play() {
    if (playing) return stop();
    if (time >= window_.to) time = window_.from;
    const from = time, span = window_.to - window_.from, began = performance.now();
    const tick = (now) => {
        const t = Math.min(from + span * Math.max(now - began, 0) / 4000, window_.to);
        setTime(t);
        if (t >= window_.to) return stop();
        playing = requestAnimationFrame(tick);
    };
    at("play").textContent = "Stop";
    at("play").setAttribute("aria-pressed", "true");
    playing = requestAnimationFrame(tick);
}

function turn(yaw, pitch) {
    look.yaw += yaw;
    look.pitch = Math.min(Math.max(look.pitch + pitch, -Math.PI / 2), Math.PI / 2);
    draw();
}

function zoom(factor) {
    look.zoom = Math.min(Math.max(look.zoom * factor, 1e-3), 1e9);
    draw();
}

function resetLook() {
    look = { yaw: 0.6, pitch: 0.45, zoom: 1 };
    draw();
}

const SCENE_KEYS = {
    ArrowLeft: () => turn(-0.1, 0), ArrowRight: () => turn(0.1, 0), ArrowUp: () => turn(0, 0.1),
    ArrowDown: () => turn(0, -0.1), "+": () => zoom(1.25), "=": () => zoom(1.25), "-": () => zoom(0.8), 0: resetLook,
};

function bindScene(scene) {
    const fingers = new Map();
    const spread = () => {
        const [a, b] = [...fingers.values()];
        return Math.hypot(a[0] - b[0], a[1] - b[1]);
    };
    scene.addEventListener("pointerdown", (event) => {
        fingers.set(event.pointerId, [event.clientX, event.clientY]);
        scene.setPointerCapture(event.pointerId);
    });
    scene.addEventListener("pointermove", (event) => {
        const before = fingers.get(event.pointerId);
        if (!before) return;
        const apart = fingers.size === 2 ? spread() : 0;
        fingers.set(event.pointerId, [event.clientX, event.clientY]);
        if (apart > 0) zoom(spread() / apart);
        else turn((event.clientX - before[0]) * 0.01, (event.clientY - before[1]) * 0.01);
    });
    for (const name of ["pointerup", "pointercancel"]) {
        scene.addEventListener(name, (event) => fingers.delete(event.pointerId));
    }
    scene.addEventListener("wheel", (event) => {
        event.preventDefault();
        zoom(Math.exp(-event.deltaY * 0.002));
    }, { passive: false });
    scene.addEventListener("keydown", (event) => {
        if (event.ctrlKey || event.metaKey || event.altKey || !SCENE_KEYS[event.key]) return;
        event.preventDefault();
        SCENE_KEYS[event.key]();
    });
}

function bindCurve(curve) {
    const go = (event) => {
        if (event.buttons & 1) setTime(View.timeAt(curve, window_, event.clientX - curve.getBoundingClientRect().left));
    };
    curve.addEventListener("pointerdown", (event) => { stop(); go(event); });
    curve.addEventListener("pointermove", go);
}

function bindControls() {
    const buttons = {
        play, "go-start": () => goTo(0), "go-end": () => goTo(query.data.t_max), around: aroundTruth,
        "go-truth": () => goTo(query.data.truth.lo), whole: () => setWindow(0, query.data.t_max),
        shorter: () => scaleWindow(0.1), longer: () => scaleWindow(10),
    };
    for (const [id, action] of Object.entries(buttons)) at(id).addEventListener("click", action);
    at("time").addEventListener("input", () => {
        stop();
        setTime(window_.from + (window_.to - window_.from) * at("time").value / STEPS);
    });
    at("close-up").addEventListener("change", draw);
    bindScene(at("scene"));
    bindCurve(at("curve"));
    window.addEventListener("resize", draw);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
}

function makeQueries() {
    if (data.queries.length === 0) return;
    const some = data.shown_answers < data.failed_answers;
    at("left-out").textContent = data.queries.length + " queries with " + data.shown_answers +
        (some ? " of the " + data.failed_answers : "") +
        " answers that failed: unsafe, inconsistent, a proof that fails, a stall, or none." +
        (some ? " " + (data.failed_answers - data.shown_answers) + " answers are left out." : "");
    at("queries").hidden = false;
    at("contents").append(make("a", { href: "#queries", textContent: "Failing queries (" + data.queries.length + ")" }));
    fillFilters();
    bindControls();
    const asked = /^#q(\d+)$/.exec(location.hash);
    list();
    if (asked && asked[1] < data.queries.length) show(Number(asked[1]), true);
}

makeResults();
makeQueries();
makePlots();
at("theme").addEventListener("click", () => setTheme(THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length]));
setTheme(readTheme());
document.querySelector("footer").textContent = "Touchstone " + data.version;
})();
