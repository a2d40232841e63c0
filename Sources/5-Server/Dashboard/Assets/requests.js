// The latest requests as they come, and each with what was sent and answered.
import * as api from "./api.js";
import { alertText, bytes, button, clock, copyButton, dateTime, dialog, duration, empty, errorBox, h, notice, replace, skeleton, toast, toggle, uid } from "./ui.js";

const KEPT = 300;

/// Which endpoint a path names: `public/records/query`.
function short(path) {
  const parts = path.split("/");
  if (parts[1] === "database" || parts[1] === "device") return parts.slice(5).join("/") || path;
  return path;
}

const container = (path) => {
  const parts = path.split("/");
  if (parts[1] !== "database" && parts[1] !== "device") return "";
  try { return `${decodeURIComponent(parts[3])} · ${parts[4]}`; } catch { return parts[3]; }
};

const kind = (status) => (status >= 500 ? "bad" : status >= 400 ? "warn" : "good");

export async function requestsPage(app, root) {
  let rows = [];
  let last = 0;
  let isLive = true;
  let filter = "";
  let onlyErrors = false;
  let timer = null;
  let stopped = false;
  const list = h("div", {}, skeleton(8));
  const state = h("span", { class: "live" });

  const search = h("input", { type: "search", placeholder: "Path, user or status", "aria-label": "Filter", oninput: () => { filter = search.value.toLowerCase(); draw(); } });

  function draw() {
    const shown = rows.filter((r) => (!onlyErrors || r.status >= 400)
      && (!filter || `${r.method} ${r.path} ${r.status} ${r.credential || ""} ${r.peer}`.toLowerCase().includes(filter)));
    const focused = document.activeElement?.dataset?.request;
    replace(list, shown.length === 0 ? empty("requests", rows.length ? "No request matches" : "No requests yet",
      rows.length ? "Change the filter to see more." : "What apps ask of this server appears here as it comes.")
      : h("div", { class: "table-frame" }, h("table", { class: "plain-table log" }, h("caption", { class: "hidden-text" }, "Requests, newest first"),
        h("thead", {}, h("tr", {}, ["Time", "Status", "Request", "Container", "Took", "Sent", "Answered"].map((t, i) => h("th", { scope: "col", class: i > 3 ? "right" : "" }, t)))),
        h("tbody", {}, shown.map((r) => h("tr", { onclick: () => open(r) },
          h("td", { class: "number nowrap" }, h("time", { datetime: new Date(r.date).toISOString(), title: dateTime(r.date) }, clock(r.date))),
          h("td", {}, h("span", { class: `status ${kind(r.status)}` }, r.status)),
          h("th", { scope: "row" }, h("button", { type: "button", class: "link", dataset: { request: r.id }, onclick: (e) => { e.stopPropagation(); open(r); } },
            h("span", { class: "method" }, r.method), " ", short(r.path))),
          h("td", { class: "hint" }, container(r.path)), h("td", { class: "right number" }, duration(r.milliseconds)),
          h("td", { class: "right number" }, bytes(r.received)), h("td", { class: "right number" }, bytes(r.sent))))))));
    if (focused) list.querySelector(`[data-request="${focused}"]`)?.focus();
  }

  function show() {
    state.className = isLive ? "live on" : "live";
    state.textContent = isLive ? "Live" : "Paused";
  }

  async function poll() {
    if (stopped) return;
    clearTimeout(timer);
    if (isLive && !document.hidden) {
      try {
        const answer = await api.get(`/admin/1/requests?limit=200&after=${last}`);
        if (stopped) return;
        if (answer.requests.length || last === 0) {
          // A server that was started again numbers from one; of several servers each has its own numbers.
          const known = new Set(rows.map((r) => r.id));
          rows = [...answer.requests.filter((r) => !known.has(r.id)), ...rows].sort((a, b) => b.date - a.date).slice(0, KEPT);
          last = answer.requests[0]?.number ?? last;
          draw();
        }
        show();
      } catch (error) {
        state.className = "live off";
        state.textContent = "Not connected";
        if (last === 0 && rows.length === 0) replace(list, errorBox(error, poll));
      }
    }
    timer = setTimeout(poll, 1500);
  }

  async function open(entry) {
    const body = h("div", {}, skeleton(6));
    dialog(`${entry.method} ${short(entry.path)}`, body, { kind: "wide" });
    try {
      const detail = await api.get(`/admin/1/requests/${entry.id}`);
      const facts = [["Status", h("span", { class: `status ${kind(detail.status)}` }, detail.status)], ["Time", new Date(detail.date).toISOString()], ["Took", duration(detail.milliseconds)],
        ["From", detail.peer], ...(detail.credential ? [["As", detail.credential]] : []), ["Request id", h("code", { class: "break" }, detail.id)],
        ["Path", h("code", { class: "break" }, detail.path + (detail.query ? `?${detail.query}` : ""))]];
      replace(body, h("dl", { class: "facts" }, facts.map(([name, value]) => [h("dt", {}, name), h("dd", {}, value)])),
        part("Request", detail.requestHeaders, detail.requestBody), part("Reply", detail.replyHeaders, detail.replyBody));
    } catch (error) { replace(body, errorBox(error)); }
  }

  const live = toggle("Live", true, (on) => {
    isLive = on;
    show();
    alertText(on ? "Live" : "Paused");
  }, { id: uid("live") });
  replace(root, app.head("Requests", h("span", { class: "row" }, state, live)),
    h("div", { class: "controls inline" }, search, h("label", { class: "check" }, h("input", { type: "checkbox", onchange: (e) => { onlyErrors = e.target.checked; draw(); } }), "Errors only"),
      button("Clear", { onclick: async () => {
        try { await api.del("/admin/1/requests"); } catch (error) { toast(error.message, "error"); return; }
        rows = [];
        draw();
      } })), list);
  app.shortcut("/", () => search.focus());
  await poll();
  return () => { stopped = true; clearTimeout(timer); };
}

function part(title, headers, body) {
  return h("section", { class: "message" }, h("h3", {}, title), h("details", {}, h("summary", {}, `Headers (${headers.length})`),
    h("dl", { class: "facts" }, headers.map(({ name, value }) => [h("dt", {}, name), h("dd", {}, h("code", { class: "break" }, value))]))), content(body));
}

function content(body) {
  if (body.kind === "secret") return notice("info", "The body holds secrets and is not kept.");
  if (body.kind === "passed") return h("p", { class: "hint" }, body.total === null ? "A stream that is not kept." : `${bytes(body.total)} that are not kept.`);
  if (body.total === 0) return h("p", { class: "none" }, "No body");
  if (body.kind === "base64") return h("p", { class: "hint" }, `${bytes(body.total)} that are not text.`);
  return h("div", {}, body.isCut && h("p", { class: "hint" }, `The first part of ${bytes(body.total)}.`),
    h("div", { class: "code-frame" }, h("pre", { class: "code json", tabindex: "0" }, pretty(body.text)), copyButton(body.text)));
}

/// JSON in lines, its numbers as they were sent; anything else as it is.
function pretty(text) {
  let depth = 0;
  const nodes = [];
  const tokens = text.match(/"(?:\\.|[^"\\])*"?|[{}[\],:]|[^\s{}[\],:"]+|\s+/g) || [];
  if (!/^\s*[{[]/.test(text)) return text;
  const newline = () => `\n${"  ".repeat(Math.max(depth, 0))}`;
  let previous = "";
  for (let i = 0; i < tokens.length; i += 1) {
    const token = tokens[i];
    if (/^\s+$/.test(token)) continue;
    if (token === "{" || token === "[") {
      const next = tokens.slice(i + 1).find((t) => !/^\s+$/.test(t));
      depth += 1;
      nodes.push(token, next === "}" || next === "]" ? "" : newline());
    } else if (token === "}" || token === "]") {
      depth -= 1;
      nodes.push(previous === "{" || previous === "[" ? "" : newline(), token);
    } else if (token === ",") nodes.push(token, newline());
    else if (token === ":") nodes.push(": ");
    else if (token.startsWith("\"")) {
      const next = tokens.slice(i + 1).find((t) => !/^\s+$/.test(t));
      nodes.push(h("span", { class: next === ":" ? "j-key" : "j-text" }, token));
    } else nodes.push(h("span", { class: "j-number" }, token));
    previous = token;
  }
  return nodes;
}
