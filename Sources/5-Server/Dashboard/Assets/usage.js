// How much was asked, how fast it was answered, what is on disk.
import * as api from "./api.js";
import { lineChart } from "./charts.js";
import { bytes, count, duration, empty, errorBox, h, plural, replace, segmented, skeleton } from "./ui.js";

const SPANS = { hour: ["minute", 60], day: ["minute", 1440], month: ["hour", 720] };

export async function usagePage(app, root) {
  let span = app.query.get("span") || "hour";
  if (!SPANS[span]) span = "hour";
  // Of the whole server, or of the container that the address names or that is chosen.
  const named = app.query.get("container");
  const container = named || app.place?.container;
  const environment = app.query.get("environment") || (named ? "development" : app.place?.environment);
  let isOne = !!named;
  let timer = null;
  let asked = 0;
  let stopped = false;
  const content = h("div", {}, skeleton(8));

  async function load() {
    const mine = ++asked;
    clearTimeout(timer);
    const [step, points] = SPANS[span];
    try {
      const place = isOne ? `&${new URLSearchParams({ container, environment })}` : "";
      const usage = await api.get(`/admin/1/usage?step=${step}&count=${points}${place}`);
      // The answer for another span may come late.
      if (stopped || mine !== asked) return;
      draw(usage);
    } catch (error) {
      if (stopped || mine !== asked) return;
      replace(content, errorBox(error, load));
    }
    timer = setTimeout(load, span === "hour" ? 5000 : 60000);
  }

  function draw(usage) {
    const group = span === "day" ? 10 : span === "month" ? 6 : 1;
    const points = merged(usage.points, group);
    const sum = (key) => usage.points.reduce((n, p) => n + p[key], 0);
    const requests = sum("requests");
    const wrong = sum("failed");
    const most = (key) => usage.points.reduce((n, p) => Math.max(n, p[key] || 0), 0);
    const middle = weighted(usage.points, isOne ? "mean" : "p50");
    const tiles = [["Requests", count(requests), `${(requests / (usage.points.length * (usage.step === "minute" ? 60 : 3600))).toFixed(2)} a second`],
      ["Refused", count(sum("refused")), "statuses 400 to 499"], ["Failed", count(wrong), "statuses from 500", wrong > 0],
      isOne ? ["Mean time", requests ? duration(middle) : "–", requests ? `${duration(most("mean"))} in the slowest ${usage.step}` : "no requests"]
        : ["Median time", requests ? duration(middle) : "–", requests ? `99 % within ${duration(most("p99"))} at worst` : "no requests"],
      ["On disk", bytes(usage.storageTotal), plural(usage.storage.length, "database")]];
    const width = usage.step === "minute" ? group : group * 60;
    const per = width === 1 ? "minute" : width < 60 ? `${width} minutes` : width === 60 ? "hour" : `${width / 60} hours`;
    replace(content, h("div", { class: "tiles" }, tiles.map(([name, value, hint, isBad]) => h("div", { class: "tile" }, h("p", { class: "tile-name" }, name),
      h("p", { class: `tile-value ${isBad ? "danger-text" : ""}` }, value), h("p", { class: "hint" }, hint)))),
    h("div", { class: "charts" },
      lineChart({ title: `Requests per ${per}`, points, isBars: true, span, format: count, series: [
        { name: "Answered", color: "var(--chart-1)", value: (p) => p.requests - p.refused - p.failed },
        { name: "Refused", color: "var(--chart-2)", value: (p) => p.refused }, { name: "Failed", color: "var(--chart-3)", value: (p) => p.failed }] }),
      lineChart({ title: "Time to answer", points, span, format: duration, series: isOne ? [{ name: "Mean", color: "var(--chart-1)", value: (p) => p.mean }] : [
        { name: "Half within (p50)", color: "var(--chart-1)", value: (p) => p.p50 }, { name: "99 % within (p99)", color: "var(--chart-2)", value: (p) => p.p99 }] }),
      lineChart({ title: "Bytes", points, span, format: bytes, series: [
        { name: "Sent", color: "var(--chart-1)", value: (p) => p.sent }, { name: "Received", color: "var(--chart-2)", value: (p) => p.received }] }),
      lineChart({ title: "On disk", points, span, format: bytes, fills: true, series: [{ name: "Storage", color: "var(--chart-4)", value: (p) => p.storage }] })),
    h("section", { class: "panel" }, h("h2", {}, "Storage"), usage.storage.length === 0 ? empty("usage", "Nothing on disk", "This server keeps its records in memory.")
      : h("ul", { class: "bars" }, [...usage.storage].sort((a, b) => b.bytes - a.bytes).slice(0, 20).map((s) => {
        const bar = h("span", { class: "bar" });
        bar.style.width = `${Math.max(1, 100 * s.bytes / usage.storage.reduce((n, t) => Math.max(n, t.bytes), 1))}%`;
        return h("li", {}, h("span", {}, h("code", {}, s.container), h("span", { class: "hint" }, ` ${s.environment}`)), h("span", { class: "bar-track", "aria-hidden": "true" }, bar), h("span", { class: "number" }, bytes(s.bytes)));
      }))));
  }

  const address = () => ({ span, ...(isOne ? { container, environment } : {}) });
  replace(root, app.head("Usage", container && segmented("Of", [["server", "Whole server"], ["container", `${container.split(".").at(-1)}, ${environment}`, null, `${container}, ${environment}`]],
    isOne ? "container" : "server", (value) => {
      isOne = value === "container";
      app.visit("usage", address());
      load();
    }), segmented("Span", [["hour", "Hour"], ["day", "Day"], ["month", "30 days"]], span, (value) => {
    span = value;
    app.visit("usage", address());
    load();
  })), content);
  await load();
  return () => { stopped = true; clearTimeout(timer); };
}

/// The mean of a quantile, each point by its requests.
function weighted(points, key) {
  let sum = 0;
  let n = 0;
  for (const p of points) if (p[key] !== null) { sum += p[key] * p.requests; n += p.requests; }
  return n ? sum / n : null;
}

function merged(points, group) {
  if (group === 1) return points;
  const result = [];
  for (let i = points.length % group; i < points.length; i += group) {
    const part = points.slice(i, i + group);
    const add = (key) => part.reduce((n, p) => n + p[key], 0);
    const most = (key) => part.reduce((n, p) => (p[key] === null ? n : Math.max(n ?? 0, p[key])), null);
    result.push({ start: part[0].start, requests: add("requests"), refused: add("refused"), failed: add("failed"), received: add("received"), sent: add("sent"),
      p50: weighted(part, "p50"), p99: most("p99"), mean: weighted(part, "mean"), storage: most("storage") });
  }
  return result;
}
