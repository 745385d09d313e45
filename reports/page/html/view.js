// SPDX-License-Identifier: GPL-2.0-or-later
// A query in pictures: its primitives in 3-D at a time, and its gap over time. Nothing here knows the page: `View.query`
// computes, `View.drawScene` and `View.drawCurve` draw on a canvas.
"use strict";
const View = (() => {

// ---- Vectors ----

const sub = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const mix = (a, b, t) => [0, 1, 2].map((c) => (1 - t) * a[c] + t * b[c]);
const length = (a) => Math.hypot(a[0], a[1], a[2]);
const clamp = (x, least, most) => Math.min(Math.max(x, least), most);

// ---- Closest points: the nearest of all pairs of features; for pictures, so no care for the last digits ----

const nearest = (pairs) => pairs.reduce((best, pair) => {
    const d = length(sub(pair[0], pair[1]));
    return d < best.d ? { d, a: pair[0], b: pair[1] } : best;
}, { d: Infinity, a: [0, 0, 0], b: [0, 0, 0] });

function onEdge(p, a, b) {
    const u = sub(b, a), uu = dot(u, u);
    return mix(a, b, uu > 0 ? clamp(dot(sub(p, a), u) / uu, 0, 1) : 0);
}

// The foot of p on the plane of a triangle, when it is inside the triangle.
function onFace(p, a, b, c) {
    const n = cross(sub(b, a), sub(c, a)), nn = dot(n, n);
    if (!(nn > 0)) return null;
    const h = dot(sub(p, a), n) / nn;
    const foot = [0, 1, 2].map((i) => p[i] - h * n[i]);
    const inside = [[a, b], [b, c], [c, a]].every(([s, e]) => dot(cross(sub(e, s), sub(foot, s)), n) >= 0);
    return inside ? foot : null;
}

// The feet of the common normal of two lines, when both are on the edges.
function onBothEdges(a, b, c, d) {
    const u = sub(b, a), v = sub(d, c), w = sub(c, a), uu = dot(u, u), vv = dot(v, v), uv = dot(u, v);
    const n = cross(u, v), det = dot(n, n);
    if (!(det > 0)) return null;
    const s = (vv * dot(u, w) - uv * dot(v, w)) / det, t = (uv * dot(u, w) - uu * dot(v, w)) / det;
    return s >= 0 && s <= 1 && t >= 0 && t <= 1 ? [mix(a, b, s), mix(c, d, t)] : null;
}

function closest(first, second) {
    const pairs = [];
    if (first.length === 1) {
        const p = first[0];
        if (second.length === 1) pairs.push([p, second[0]]);
        second.forEach((v, i) => pairs.push([p, onEdge(p, v, second[(i + 1) % second.length])]));
        const foot = second.length === 3 && onFace(p, ...second);
        if (foot) pairs.push([p, foot]);
    } else {
        first.forEach((p) => pairs.push([p, onEdge(p, ...second)]));
        second.forEach((p) => pairs.push([onEdge(p, ...first), p]));
        const feet = onBothEdges(...first, ...second);
        if (feet) pairs.push(feet);
    }
    return nearest(pairs);
}

// ---- A query, in lengths of its largest coordinate so that squares neither overflow nor vanish ----

function query(data) {
    const all = data.x0.concat(data.x1), size = Math.max(...all.flat().map(Math.abs)) || 1;
    const scaled = (rows) => rows.map((row) => row.map((x) => x / size));
    const x0 = scaled(data.x0), x1 = scaled(data.x1);
    const at = (t) => {
        const x = x0.map((row, i) => mix(row, x1[i], t));
        const first = x.slice(0, data.first_vertices), second = x.slice(data.first_vertices);
        return { x, first, second, ...closest(first, second) };
    };
    const corners = at(0).x.concat(at(data.t_max).x);
    const least = [0, 1, 2].map((c) => Math.min(...corners.map((x) => x[c])));
    const most = [0, 1, 2].map((c) => Math.max(...corners.map((x) => x[c])));
    return { data, size, at, xi: data.min_distance / size, centre: mix(least, most, 0.5),
             radius: length(sub(most, least)) / 2 || 1, gapAt: (t) => at(t).d * size - data.min_distance };
}

// ---- Canvas ----

function colours() {
    const style = getComputedStyle(document.documentElement), all = {};
    for (const name of ["back", "text", "quiet", "line", "bad", "first", "second", "gap", "truth"]) {
        all[name] = style.getPropertyValue("--" + name).trim();
    }
    return all;
}

// A context in CSS pixels on a canvas that has the screen's, wiped.
function prepare(canvas) {
    const width = canvas.clientWidth || 400, height = canvas.clientHeight || 300, ratio = window.devicePixelRatio || 1;
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    const pen = canvas.getContext("2d");
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.font = "12px system-ui, sans-serif";
    pen.lineJoin = pen.lineCap = "round";
    return { pen, width, height };
}

function stroke(pen, points, style) {
    pen.beginPath();
    points.forEach((p, i) => (i ? pen.lineTo(p[0], p[1]) : pen.moveTo(p[0], p[1])));
    if (style.closed) pen.closePath();
    pen.setLineDash(style.dash || []);
    if (style.fill) {
        pen.globalAlpha = 0.22;
        pen.fillStyle = style.colour;
        pen.fill();
    }
    pen.globalAlpha = style.alpha || 1;
    pen.strokeStyle = style.colour;
    pen.lineWidth = style.width || 1;
    pen.stroke();
    pen.globalAlpha = 1;
    pen.setLineDash([]);
}

function disc(pen, p, radius, colour, hollow) {
    pen.beginPath();
    pen.arc(p[0], p[1], radius, 0, 2 * Math.PI);
    pen[hollow ? "strokeStyle" : "fillStyle"] = colour;
    pen.lineWidth = 1;
    pen[hollow ? "stroke" : "fill"]();
}

// A few digits, as printf's %.Ng.
function digits(x, count) {
    if (x === 0 || !isFinite(x)) return String(x);
    const text = x.toPrecision(count);
    const [mantissa, exponent] = text.split("e");
    const short = mantissa.includes(".") ? mantissa.replace(/\.?0+$/, "") : mantissa;
    if (exponent !== undefined) return short + "e" + exponent.replace("+", "");
    return Math.abs(x) < 1e-4 ? x.toExponential(count - 1).replace(/\.?0+e/, "e").replace("+", "") : short;
}

// ---- The scene ----

// From lengths to pixels, seen along a direction: yaw about the vertical axis, then pitch.
function camera(look, centre, pixels, width, height) {
    const cy = Math.cos(look.yaw), sy = Math.sin(look.yaw), cp = Math.cos(look.pitch), sp = Math.sin(look.pitch);
    return (x) => {
        const p = sub(x, centre), side = cy * p[0] - sy * p[1], depth = sy * p[0] + cy * p[1];
        const far = (v) => clamp(v, -1e5, 1e5); // a canvas draws no farther
        return [far(width / 2 + pixels * side), far(height / 2 - pixels * (cp * p[2] + sp * depth))];
    };
}

function drawPrimitive(pen, points, colour, alpha) {
    const ghost = alpha < 1;
    if (points.length > 1) {
        stroke(pen, points, { colour, alpha, width: ghost ? 1 : 3, closed: points.length === 3,
                              fill: points.length === 3 && !ghost });
    }
    pen.globalAlpha = alpha;
    points.forEach((p) => disc(pen, p, points.length === 1 ? 5 : 3, colour));
    pen.globalAlpha = 1;
}

function drawScaleBar(pen, q, pixels, height, colour) {
    const wanted = 80 * q.size / pixels, power = Math.pow(10, Math.floor(Math.log10(wanted)));
    const metres = [5, 2, 1].find((n) => n * power <= wanted) * power, wide = metres / q.size * pixels;
    if (!isFinite(wide)) return;
    stroke(pen, [[12, height - 18], [12, height - 12], [12 + wide, height - 12], [12 + wide, height - 18]], { colour });
    pen.fillStyle = colour;
    pen.fillText(digits(metres, 2) + " m", 14, height - 20);
}

// look: yaw, pitch, zoom; reach: half the height of a close-up in the query's lengths, null for the whole motion.
function drawScene(canvas, q, t, look, reach) {
    const { pen, width, height } = prepare(canvas), colour = colours(), now = q.at(t);
    const pixels = 0.42 * Math.min(width, height) / (reach || q.radius) * look.zoom;
    const to = camera(look, reach ? mix(now.a, now.b, 0.5) : q.centre, pixels, width, height);
    const start = q.at(0), end = q.at(q.data.t_max);
    start.x.forEach((x, i) => stroke(pen, [to(x), to(end.x[i])], {
        colour: i < q.data.first_vertices ? colour.first : colour.second, alpha: 0.5, dash: [2, 5] }));
    for (const [moment, alpha] of [[start, 0.3], [end, 0.3], [now, 1]]) {
        drawPrimitive(pen, moment.second.map(to), colour.second, alpha);
        drawPrimitive(pen, moment.first.map(to), colour.first, alpha);
    }
    stroke(pen, [to(now.a), to(now.b)], { colour: colour.gap, width: 2 });
    disc(pen, to(now.a), 3, colour.gap);
    disc(pen, to(now.b), 3, colour.gap);
    if (q.xi * pixels > 2 && q.xi * pixels < 1e4) disc(pen, to(now.a), q.xi * pixels, colour.gap, true);
    drawScaleBar(pen, q, pixels, height, colour.quiet);
}

// ---- The curve ----

// Labels over marks at x, each in the lowest row that is free there.
function stack(pen, marks, width) {
    const ends = [];
    for (const mark of marks) {
        mark.wide = pen.measureText(mark.label).width + 8;
        mark.from = clamp(mark.x - mark.wide / 2, 0, width - mark.wide);
        mark.row = ends.findIndex((end) => end <= mark.from);
        if (mark.row < 0) mark.row = ends.length;
        ends[mark.row] = mark.from + mark.wide;
    }
    return ends.length;
}

// The library's samples where it has some for the window, else our own.
function samples(q, window) {
    const time = (i, last) => window.from + (window.to - window.from) * i / last;
    const given = [q.data.whole, q.data.near].find((one) => one && one.from === window.from && one.to === window.to);
    if (given) return given.gap.map((gap, i) => [time(i, given.gap.length - 1), gap]).filter((p) => p[1] !== null);
    return Array.from({ length: 201 }, (_, i) => [time(i, 200), q.gapAt(time(i, 200))]);
}

// Every hit in the window and the truth, as marks in pixels.
function marksOf(q, window, colour, x) {
    const failed = new Set(q.data.faults.map((fault) => fault.backend)), marks = [];
    const within = (t) => t !== null && t >= window.from && t <= window.to;
    for (const answer of q.data.answers) {
        if (answer.toi === undefined || !within(answer.toi)) continue;
        const same = marks.find((mark) => mark.time === answer.toi && mark.bad === failed.has(answer.backend));
        if (same) same.label += ", " + answer.backend;
        else marks.push({ time: answer.toi, label: answer.backend, bad: failed.has(answer.backend), dash: [4, 3] });
    }
    marks.forEach((mark) => (mark.colour = mark.bad ? colour.bad : colour.quiet));
    if (q.data.truth.contact && within(q.data.truth.lo)) {
        marks.push({ time: q.data.truth.lo, until: q.data.truth.hi, label: "t*", colour: colour.truth });
    }
    marks.forEach((mark) => (mark.x = x(mark.time)));
    return marks.sort((a, b) => a.x - b.x);
}

function drawMarks(pen, marks, x, area) {
    for (const mark of marks) {
        const right = mark.until === undefined ? mark.x : Math.min(x(mark.until), area.right);
        if (right - mark.x > 1) {
            pen.globalAlpha = 0.25;
            pen.fillStyle = mark.colour;
            pen.fillRect(mark.x, area.top, right - mark.x, area.bottom - area.top);
            pen.globalAlpha = 1;
        }
        stroke(pen, [[mark.x, 16 + 15 * mark.row], [mark.x, area.bottom]], { colour: mark.colour, dash: mark.dash,
                                                                             width: mark.dash ? 1.3 : 2 });
    }
    for (const mark of marks) {
        pen.clearRect(mark.from + 2, 2 + 15 * mark.row, mark.wide - 4, 13); // of the lines of others
        pen.fillStyle = mark.colour;
        pen.fillText(mark.label, mark.from + 4, 12 + 15 * mark.row);
    }
}

// Digits that tell the ends of a window apart.
function timeDigits(window) {
    const span = window.to - window.from;
    return clamp(Math.ceil(-Math.log10(span / Math.max(window.to, 1e-300))) + 3, 3, 17);
}

const MARGIN = { left: 66, right: 12, bottom: 26 };

function timeAt(canvas, window, x) {
    const wide = canvas.clientWidth - MARGIN.left - MARGIN.right;
    return window.from + (window.to - window.from) * clamp((x - MARGIN.left) / wide, 0, 1);
}

function drawCurve(canvas, q, t, window) {
    const { pen, width, height } = prepare(canvas), colour = colours();
    const points = samples(q, window), right = width - MARGIN.right, bottom = height - MARGIN.bottom;
    const x = (time) => MARGIN.left + (time - window.from) / (window.to - window.from) * (right - MARGIN.left);
    const marks = marksOf(q, window, colour, x), top = 12 + 15 * stack(pen, marks, right);
    const most = Math.max(0, ...points.map((p) => p[1])), least = Math.min(0, ...points.map((p) => p[1]));
    const room = (most - least) * 0.05 || 1e-300;
    const y = (gap) => bottom - (gap - least + room) / (most - least + 2 * room) * (bottom - top);
    stroke(pen, [[MARGIN.left, top], [MARGIN.left, bottom], [right, bottom]], { colour: colour.line });
    stroke(pen, [[MARGIN.left, y(0)], [right, y(0)]], { colour: colour.text });
    drawMarks(pen, marks, x, { top, bottom, right });
    stroke(pen, points.map((p) => [x(p[0]), y(p[1])]), { colour: colour.gap, width: 2 });
    stroke(pen, [[x(t), top], [x(t), bottom]], { colour: colour.text, width: 1.5 });
    disc(pen, [x(t), y(q.gapAt(t))], 4, colour.text);
    pen.fillStyle = colour.quiet;
    pen.textAlign = "right";
    pen.fillText("0", MARGIN.left - 6, y(0) + 4);
    for (const gap of [most, least]) {
        if (Math.abs(y(gap) - y(0)) > 14) pen.fillText(digits(gap, 3), MARGIN.left - 6, y(gap) + 4);
    }
    pen.fillText(digits(window.to, timeDigits(window)), right, height - 8);
    pen.textAlign = "left";
    pen.fillText(digits(window.from, timeDigits(window)), MARGIN.left, height - 8);
}

return { query, drawScene, drawCurve, timeAt, digits, timeDigits };
})();
