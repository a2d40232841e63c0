// Charts drawn as SVG, readable by pointer, keyboard and as a table.
import { h, s } from "./ui.js";

const W = 520;
const H = 200;
const M = { left: 62, right: 10, top: 12, bottom: 26 };

function nice(max) {
  if (max <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(max));
  for (const step of [1, 2, 2.5, 5, 10]) if (max <= step * power) return step * power;
  return 10 * power;
}

export function lineChart({ title, points, series, format, isBars = false, fills = false, span }) {
  const stack = (p) => series.reduce((n, one) => n + (one.value(p) || 0), 0);
  const max = nice(Math.max(...points.map((p) => (isBars ? stack(p) : Math.max(0, ...series.map((one) => one.value(p) || 0)))), isBars ? 4 : 0));
  const step = (W - M.left - M.right) / Math.max(points.length, 1);
  const x = (i) => M.left + (i + 0.5) * step;
  const y = (v) => H - M.bottom - (H - M.top - M.bottom) * (v / max);
  const label = (ms) => {
    const d = new Date(ms);
    const two = (n) => String(n).padStart(2, "0");
    return span === "month" ? `${d.getDate()}.${d.getMonth() + 1}.` : `${two(d.getHours())}:${two(d.getMinutes())}`;
  };
  const grid = [0, 0.25, 0.5, 0.75, 1].map((part) => [
    s("line", { class: "grid", x1: M.left, x2: W - M.right, y1: y(max * part), y2: y(max * part) }),
    (part === 0 || part === 0.5 || part === 1) && s("text", { class: "tick", x: M.left - 8, y: y(max * part) + 4, "text-anchor": "end" }, format(max * part))]);
  const ticks = Array.from({ length: 6 }, (_, n) => Math.round((points.length - 1) * (n + 0.5) / 6)).map((i) =>
    points[i] && s("text", { class: "tick", x: x(i), y: H - 8, "text-anchor": "middle" }, label(points[i].start)));
  const marks = isBars ? bars() : lines();

  function bars() {
    const nodes = [];
    points.forEach((p, i) => {
      let below = 0;
      for (const one of series) {
        const v = one.value(p) || 0;
        if (v > 0) nodes.push(s("rect", { x: x(i) - step * 0.4, width: Math.max(step * 0.8, 1), y: y(below + v), height: Math.max(y(below) - y(below + v), 1), fill: one.color, rx: Math.min(step * 0.2, 2) }));
        below += v;
      }
    });
    return nodes;
  }

  function lines() {
    return series.map((one) => {
      let d = "";
      let area = "";
      let run = [];
      const lone = [];
      const flush = () => {
        if (run.length === 0) return;
        d += run.map(([a, b], i) => `${i ? "L" : "M"}${a.toFixed(1)} ${b.toFixed(1)}`).join("");
        // A lone point between gaps would be invisible as a line.
        if (run.length === 1) lone.push(s("circle", { cx: run[0][0], cy: run[0][1], r: 3, fill: one.color }));
        area += `M${run[0][0].toFixed(1)} ${y(0)}${run.map(([a, b]) => `L${a.toFixed(1)} ${b.toFixed(1)}`).join("")}L${run.at(-1)[0].toFixed(1)} ${y(0)}Z`;
        run = [];
      };
      points.forEach((p, i) => {
        const v = one.value(p);
        if (v === null || v === undefined) flush(); else run.push([x(i), y(v)]);
      });
      flush();
      return [fills && s("path", { d: area, fill: one.color, opacity: 0.14 }), s("path", { d, fill: "none", stroke: one.color, "stroke-width": 2, "stroke-linejoin": "round", "stroke-linecap": "round" }), lone];
    });
  }

  const cursor = s("line", { class: "cursor", y1: M.top, y2: H - M.bottom, x1: -10, x2: -10 });
  const read = h("p", { class: "chart-read", "aria-live": "polite" }, "\u00a0");
  let at = points.length - 1;
  const show = (i) => {
    at = Math.min(Math.max(i, 0), points.length - 1);
    const p = points[at];
    if (!p) return;
    cursor.setAttribute("x1", x(at));
    cursor.setAttribute("x2", x(at));
    read.textContent = `${label(p.start)}  ${series.map((one) => `${one.name} ${one.value(p) === null ? "–" : format(one.value(p))}`).join(" · ")}`;
  };
  const hide = () => { cursor.setAttribute("x1", -10); cursor.setAttribute("x2", -10); read.textContent = "\u00a0"; };
  const svg = s("svg", {
    viewBox: `0 0 ${W} ${H}`, class: "chart", role: "img", tabindex: "0", "aria-label": `${title}. Arrow keys read the values.`,
    onpointermove: (event) => {
      const box = svg.getBoundingClientRect();
      show(Math.floor(((event.clientX - box.left) / box.width * W - M.left) / step));
    },
    onpointerleave: hide, onblur: hide,
    onkeydown: (event) => {
      const move = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (!move) return;
      event.preventDefault();
      show(at + move);
    },
  }, grid, ticks, marks, cursor);
  return h("figure", { class: "panel chart-panel" }, h("figcaption", {}, h("h2", {}, title),
    h("ul", { class: "legend" }, series.map((one) => { const dot = h("span", { class: "legend-dot" }); dot.style.background = one.color; return h("li", {}, dot, one.name); }))), svg, read);
}
