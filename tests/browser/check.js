// SPDX-License-Identifier: MIT
// What the page of `touchstone report` must do in a browser. browser.sh puts this behind the page's own script; the
// verdict becomes the text of #verdict: "passed N", or what failed.
"use strict";
(async () => {
const at = (id) => document.getElementById(id);
const data = JSON.parse(at("data").textContent), complaints = [];
const LEAST = 64 * Number.MIN_VALUE; // the steps between numbers where lengths are next to nothing
let checks = 0;

function check(holds, what) {
    ++checks;
    if (!holds) complaints.push(what);
}

const pictures = () => [at("scene").toDataURL(), at("curve").toDataURL()];
const shows = (element) => element.getBoundingClientRect().height > 0;

function slide(share) {
    at("time").value = share * 1000;
    at("time").dispatchEvent(new Event("input", { bubbles: true }));
}

const press = (key) => at("scene").dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
const gap = () => Number(/gap (\S+) m/.exec(at("moment").textContent)[1]);
const choose = (id, value) => {
    at(id).value = value;
    at(id).dispatchEvent(new Event("change"));
};

// ---- The slider moves the pictures ----

function checkSlider() {
    slide(0);
    const start = pictures(), words = at("moment").textContent;
    slide(0.75);
    pictures().forEach((picture, i) => check(picture !== start[i], "the slider does not move picture " + i));
    check(at("moment").textContent !== words, "the slider does not tell the time");
    check(at("time").getAttribute("aria-valuetext") === at("moment").textContent, "the slider has no words");
    slide(0);
    pictures().forEach((picture, i) => check(picture === start[i], "picture " + i + " does not come back"));
    at("time").focus();
    check(document.activeElement === at("time"), "the slider cannot be reached");
}

function checkKeys() {
    const before = pictures()[0];
    for (const key of ["ArrowLeft", "ArrowUp", "+"]) {
        press("0");
        press(key);
        check(pictures()[0] !== before, key + " does nothing");
    }
    press("0");
    check(pictures()[0] === before, "0 does not reset the look");
    at("scene").focus();
    check(document.activeElement === at("scene"), "the scene cannot be reached");
}

// ---- Numbers of the page's own geometry against those of the library ----

function checkCurve(one, curve) {
    const query = View.query(one), last = curve.gap.length - 1;
    curve.gap.forEach((gap, i) => {
        const t = i === last ? curve.to : curve.from + (curve.to - curve.from) * i / last, here = query.gapAt(t);
        check(Math.abs(here - gap) <= 1e-6 * Math.abs(gap) + 1e-9 * query.size + LEAST,
            one.file + " " + one.index + ": gap " + here + " at " + t + ", expected " + gap);
    });
}

function checkGeometry() {
    for (const one of data.queries.filter((query) => !query.missing)) {
        checkCurve(one, one.whole);
        if (one.near) checkCurve(one, one.near);
    }
    check(data.queries.some((one) => one.near), "no query has a close look");
}

function checkTruth() {
    const q = data.queries.findIndex((one) => !one.missing && one.truth.contact && one.truth.lo > 0);
    check(q >= 0, "no query with a contact");
    document.querySelector("#list tbody button[value='" + q + "']").click();
    slide(0);
    at("go-truth").click();
    check(Math.abs(gap()) <= 1e-9 * View.query(data.queries[q]).size, "the gap at t* is " + gap());
    const whole = pictures()[1];
    at("around").click();
    check(pictures()[1] !== whole, "'Around t*' does nothing");
    at("shorter").click();
    at("whole").click();
    check(pictures()[1] === whole, "'Whole step' does not come back");
    at("close-up").click();
    check(pictures()[0] !== whole, "the close-up does nothing");
    at("close-up").click();
    for (const text of [String(data.queries[q].truth.lo), data.queries[q].file]) {
        check(at("viewer").textContent.includes(text), "the viewer lacks " + text);
    }
    check(at("view-command").textContent.startsWith("touchstone show "), "no command");
}

// ---- Tables sort ----

function column(table, c) {
    return [...table.tBodies[0].rows].map((row) => row.values[c]).filter((value) => value !== null);
}

const isSorted = (values, sign) => values.every((value, i) => i === 0 ||
    (typeof value === "number" ? sign * (value - values[i - 1]) >= 0
                               : sign * String(value).localeCompare(String(values[i - 1])) >= 0));

function checkTables() {
    const tables = [...document.querySelectorAll("#results table")];
    check(tables.length >= 2 * data.runs.length, "tables are missing");
    let moved = 0;
    for (const table of tables) {
        const heads = [...table.tHead.rows[0].cells];
        heads.forEach((head, c) => {
            const before = [...table.tBodies[0].rows];
            head.firstElementChild.click();
            check(head.firstElementChild.tagName === "BUTTON", "a heading is no button");
            check(head.getAttribute("aria-sort") === "ascending", "aria-sort is not set");
            check(isSorted(column(table, c), 1), head.textContent + " does not sort up");
            head.firstElementChild.click();
            check(head.getAttribute("aria-sort") === "descending", "aria-sort does not turn");
            check(isSorted(column(table, c), -1), head.textContent + " does not sort down");
            check(heads.filter((other) => other.getAttribute("aria-sort") !== "none").length === 1, "two sorts");
            moved += [...table.tBodies[0].rows].some((row, i) => row !== before[i]);
        });
    }
    check(moved > 0, "no sort moved a row");
}

// ---- Facts ----

// What a run is repeated with is there to its last digit.
function checkFacts() {
    const facts = [...document.querySelectorAll("#results .facts div")].map((pair) => pair.textContent);
    for (const fact of ["sample9007199254", "seed2026112901"]) check(facts.includes(fact), "no fact " + fact);
}

// ---- Reasons ----

// The count of a reason leads to the queries that failed by it, and a query says it in words.
function checkReasons() {
    const table = [...document.querySelectorAll("#results table")].find((one) => one.tHead.textContent.includes("no number"));
    const c = [...table.tHead.rows[0].cells].findIndex((head) => head.textContent.trim() === "no number");
    const link = [...table.tBodies[0].rows].map((row) => row.cells[c].querySelector("a.bad")).find((a) => a);
    link.click();
    const rows = [...document.querySelectorAll("#list tbody tr")];
    check(at("filter-what").value === "error: nan", "a reason does not choose itself");
    check(rows.length > 0 && rows.every((row) => row.textContent.includes("failing: error: nan")), "other queries listed");
    choose("filter-what", "error");
    check(document.querySelectorAll("#list tbody tr").length > rows.length, "'error' is not every error");
    rows[0].querySelector("button").click();
    check(at("answers").textContent.includes("nan"), "an answer does not say its reason");
    for (const id of ["filter-set", "filter-backend", "filter-what"]) choose(id, "");
}

// ---- The list ----

function checkList() {
    const link = document.querySelector("#results td a.bad"), count = Number(link.textContent);
    link.click();
    const listed = document.querySelectorAll("#list tbody tr").length;
    check(listed === count || data.shown_answers < data.failed_answers, count + " leads to " + listed + " queries");
    check(at("filter-backend").value !== "", "a count does not choose its backend");
    for (const id of ["filter-set", "filter-backend", "filter-what"]) choose(id, "");
    check(document.querySelectorAll("#list tbody tr").length === data.queries.length, "the list is not whole");
    const names = [...document.querySelectorAll("#list tbody tr")].map((row) => row.cells[0].textContent);
    check(new Set(names).size === names.length, "two queries are called the same");
    check(names.some((name) => name.startsWith("other/grazing.h5 ")), "files of one name are not told apart");
    const gone = data.queries.findIndex((query) => query.missing);
    check(gone >= 0, "no query is missing");
    document.querySelector("#list tbody button[value='" + gone + "']").click();
    check(shows(at("view-missing")) && !shows(at("view")), "a missing file is not told");
    check(at("view-missing").textContent.includes(data.queries[gone].file), "a missing file is not named");
    document.querySelector("#list tbody button[value='0']").click();
    check(shows(at("view")) && !shows(at("view-missing")), "the view does not come back");
}

// ---- The page as a whole ----

function checkPage() {
    const colours = ["light", "dark"].map((theme) => {
        while (!at("theme").textContent.endsWith(theme)) at("theme").click();
        return getComputedStyle(document.body).backgroundColor;
    });
    check(colours[0] !== colours[1], "light and dark are the same");
    while (!at("theme").textContent.endsWith("auto")) at("theme").click();
    const page = document.documentElement;
    check(page.scrollWidth <= page.clientWidth, "the page is " + page.scrollWidth + " wide, the window " + page.clientWidth);
    const folder = location.href.replace(/[^/]*$/, "plots/");
    const others = performance.getEntriesByType("resource").filter((entry) => !entry.name.startsWith(folder));
    check(others.length === 0, "the page loads " + others.map((entry) => entry.name));
    check(!document.body.innerText.includes("undefined") && !document.body.innerText.includes("NaN"), "undefined or NaN");
}

async function checkPlots() {
    const pictures = [...document.querySelectorAll("#plots img")];
    check(pictures.length === data.plots.length, "plots are missing");
    for (const picture of pictures) {
        picture.loading = "eager";
        await picture.decode().catch(() => check(false, picture.src + " cannot be shown"));
    }
}

for (const part of [checkPage, checkSlider, checkKeys, checkGeometry, checkTruth, checkTables, checkFacts, checkReasons,
    checkList, checkPlots]) {
    try { await part(); } catch (error) { complaints.push(part.name + ": " + error.stack); }
}
const verdict = complaints.length ? "failed: " + complaints.slice(0, 20).join("\n") : "passed " + checks;
document.body.append(Object.assign(document.createElement("pre"), { id: "verdict", textContent: verdict }));
})();
