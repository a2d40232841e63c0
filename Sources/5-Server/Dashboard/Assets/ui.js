// Small pieces of interface, without a framework.

const SVG = "http://www.w3.org/2000/svg";

function fill(node, children) {
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false) continue;
    node.append(child instanceof Node ? child : document.createTextNode(String(child)));
  }
  return node;
}

function apply(node, props) {
  for (const [name, value] of Object.entries(props || {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2).toLowerCase(), value);
    else if (name === "class") node.setAttribute("class", value);
    else if (name === "dataset") Object.assign(node.dataset, value);
    else if (name === "style") Object.assign(node.style, value);
    else if (name === "value") node.value = value;
    else if (name === "checked" || name === "disabled" || name === "readOnly"
      || name === "selected" || name === "indeterminate" || name === "required") node[name] = value;
    else node.setAttribute(name, value === true ? "" : value);
  }
  return node;
}

export function h(tag, props, ...children) {
  const node = apply(document.createElement(tag), props);
  // What is written in a field runs as its script does, whatever the page's direction.
  if (!node.hasAttribute("dir") && (tag === "textarea" || (tag === "input" && ["text", "search"].includes(props?.type)))) node.dir = "auto";
  return fill(node, children);
}

export function s(tag, props, ...children) {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(props || {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2).toLowerCase(), value);
    else node.setAttribute(name, value);
  }
  return fill(node, children);
}

export function replace(node, ...children) {
  node.replaceChildren();
  return fill(node, children);
}

const ICONS = {
  records: "M4 6h16M4 12h16M4 18h10",
  schema: "M4 5h7v5H4zM13 14h7v5h-7zM7.5 10v6.5H13",
  zones: "M12 3l8 4.5v9L12 21l-8-4.5v-9zM4 7.5l8 4.5 8-4.5M12 12v9",
  users: "M9 11a3.5 3.5 0 100-7 3.5 3.5 0 000 7zM3 20c0-3.3 2.7-6 6-6s6 2.7 6 6M16 4.5a3.5 3.5 0 010 6M17.5 14.3c2.1.8 3.5 2.9 3.5 5.7",
  tokens: "M3 9a2 2 0 012-2h14a2 2 0 012 2v1.5a1.5 1.5 0 000 3V15a2 2 0 01-2 2H5a2 2 0 01-2-2v-1.5a1.5 1.5 0 000-3zM14 7v10",
  keys: "M14.5 9.5a4.5 4.5 0 10-4 4.5l1.5 1.5h2v2h2v2h4v-3l-6-6c.3-.6.5-1.3.5-2zM8 9h.01",
  requests: "M3 12h4l3-7 4 14 3-7h4",
  subscriptions: "M6 10a6 6 0 0112 0c0 5 2 6 2 7H4c0-1 2-2 2-7zM10 20a2 2 0 004 0",
  shares: "M17 8a2.5 2.5 0 100-5 2.5 2.5 0 000 5zM7 14.5a2.5 2.5 0 100-5 2.5 2.5 0 000 5zM17 21a2.5 2.5 0 100-5 2.5 2.5 0 000 5zM9.2 10.8l5.6-3.6M9.2 13.2l5.6 3.6",
  backup: "M5 6c0-1.7 3.1-3 7-3s7 1.3 7 3-3.1 3-7 3-7-1.3-7-3zM5 6v12c0 1.7 3.1 3 7 3s7-1.3 7-3V6M5 12c0 1.7 3.1 3 7 3s7-1.3 7-3",
  usage: "M5 20V10M12 20V4M19 20v-7",
  mirror: "M7 18.5a4.5 4.5 0 01-.6-8.96A6 6 0 0118 10.6a4 4 0 01-.5 7.9M12 12v8M9 15l3-3 3 3",
  plus: "M12 5v14M5 12h14",
  close: "M6 6l12 12M18 6L6 18",
  menu: "M4 7h16M4 12h16M4 17h16",
  copy: "M9 9h10v11H9zM5 15V4h10",
  trash: "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13M10.5 11v5M13.5 11v5",
  sun: "M12 8a4 4 0 100 8 4 4 0 000-8zM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4",
  moon: "M20 14.5A8 8 0 019.5 4a8 8 0 1010.5 10.5z",
  auto: "M12 3a9 9 0 100 18 9 9 0 000-18zM12 3v18M12 7h5.5M12 12h9M12 17h5.5",
  help: "M12 3a9 9 0 100 18 9 9 0 000-18zM9.5 9.5a2.5 2.5 0 114 2c-.9.7-1.5 1.2-1.5 2.3M12 17h.01",
  out: "M14 4h5v16h-5M4 12h11M8 8l-4 4 4 4",
  play: "M7 5l12 7-12 7z",
  star: "M12 4l2.4 5 5.6.8-4 3.9.9 5.5-4.9-2.6-4.9 2.6.9-5.5-4-3.9 5.6-.8z",
  plan: "M6 4v6a4 4 0 004 4h8M14 10l4 4-4 4M6 20v-6",
  map: "M9 5L3 7v13l6-2 6 2 6-2V5l-6 2zM9 5v13M15 7v13",
  table: "M4 5h16v14H4zM4 10h16M10 10v9",
  up: "M12 19V5M6 11l6-6 6 6",
  down: "M12 5v14M6 13l6 6 6-6",
  left: "M15 5l-7 7 7 7",
  right: "M9 5l7 7-7 7",
  check: "M5 12.5l4.5 4.5L19 7.5",
  warn: "M12 4l9 16H3zM12 10v4.5M12 17.5h.01",
  lock: "M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 017 0v3",
  link: "M10 14a4 4 0 005.7 0l3-3a4 4 0 00-5.7-5.7l-1 1M14 10a4 4 0 00-5.7 0l-3 3a4 4 0 005.7 5.7l1-1",
  file: "M7 3h7l4 4v14H7zM14 3v4h4",
  pause: "M8 5v14M16 5v14",
  pencil: "M4 20l1-4L16 5l3 3L8 19zM14 7l3 3",
};

export function icon(name, size = 18) {
  return s("svg", {
    class: "icon", viewBox: "0 0 24 24", width: size, height: size, fill: "none",
    stroke: "currentColor", "stroke-width": 1.8, "stroke-linecap": "round",
    "stroke-linejoin": "round", "aria-hidden": "true", focusable: "false",
  }, s("path", { d: ICONS[name] || "" }));
}

export function button(label, props = {}, iconName) {
  const { kind = "", ...rest } = props;
  return h("button", { type: "button", ...rest, class: `button ${kind} ${rest.class || ""}`.trim() },
    iconName && icon(iconName), label && h("span", {}, label));
}

export function iconButton(label, iconName, props = {}) {
  return h("button", {
    type: "button", title: label, "aria-label": label, ...props,
    class: `icon-button ${props.class || ""}`.trim(),
  }, icon(iconName));
}

let ids = 0;
export const uid = (stem = "id") => `${stem}-${++ids}`;

export function labelled(text, control, { hint, className = "" } = {}) {
  const target = control.matches(".picker") ? control.querySelector("input") : control;
  const id = target.id || (target.id = uid("f"));
  const hintId = hint ? uid("hint") : null;
  if (hintId) target.setAttribute("aria-describedby", hintId);
  return h("div", { class: `labelled ${className}`.trim() },
    h("label", { for: id }, text), control,
    hint && h("p", { class: "hint", id: hintId }, hint));
}

export function select(options, value, onChange, props = {}) {
  const node = h("select", { ...props, onchange: () => onChange(node.value) },
    options.map((option) => {
      const [key, text] = Array.isArray(option) ? option : [option, option];
      return h("option", { value: key, selected: key === value }, text);
    }));
  node.value = value;
  return node;
}

/// A choice among many texts, which are searched by typing.
export function picker(options, value, onChange) {
  const listId = uid("choices");
  let chosen = value;
  let shown = [];
  let active = -1;
  const list = h("ul", { class: "completions", role: "listbox", id: listId, "aria-label": "Choices" });
  list.hidden = true;
  const input = h("input", {
    type: "text", role: "combobox", autocomplete: "off", spellcheck: "false", value,
    "aria-autocomplete": "list", "aria-expanded": "false", "aria-controls": listId,
    onclick: () => open(""), oninput: () => open(input.value), onblur: () => close(), onfocus: () => input.select(),
    onkeydown: (event) => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step) {
        event.preventDefault();
        if (list.hidden) open("");
        else if (shown.length) { active = (active + step + shown.length) % shown.length; draw(); }
      } else if (event.key === "Enter") {
        event.preventDefault();
        if (!list.hidden && shown[active] !== undefined) choose(shown[active]);
      } else if (event.key === "Escape" && !list.hidden) {
        event.preventDefault();
        event.stopPropagation();
        close();
      }
    },
  });
  function open(search) {
    const lower = search.trim().toLowerCase();
    const begins = options.filter((text) => text.toLowerCase().startsWith(lower));
    shown = [...begins, ...options.filter((text) => !begins.includes(text) && text.toLowerCase().includes(lower))];
    active = lower ? 0 : shown.indexOf(chosen);
    draw();
  }
  function draw() {
    replace(list, shown.length === 0 && h("li", { role: "option", "aria-disabled": "true", "aria-selected": "false" }, "Nothing matches"),
      shown.map((text, index) => h("li", {
        role: "option", id: `${listId}-${index}`, "aria-selected": String(index === active),
        onmousedown: (event) => { event.preventDefault(); choose(text); },
      }, h("bdi", {}, text))));
    list.hidden = false;
    input.setAttribute("aria-expanded", "true");
    if (shown[active] === undefined) input.removeAttribute("aria-activedescendant");
    else input.setAttribute("aria-activedescendant", `${listId}-${active}`);
    list.children[active]?.scrollIntoView({ block: "nearest" });
  }
  function close() {
    list.hidden = true;
    input.value = chosen;
    input.setAttribute("aria-expanded", "false");
    input.removeAttribute("aria-activedescendant");
  }
  function choose(text) {
    const isNew = text !== chosen;
    chosen = text;
    close();
    input.select();
    if (isNew) onChange(text);
  }
  return h("div", { class: "picker" }, input, list);
}

export function toggle(label, isOn, onChange, props = {}) {
  const node = h("button", {
    type: "button", role: "switch", class: "switch", "aria-checked": String(!!isOn),
    "aria-label": label, title: label, ...props,
    onclick: () => {
      const now = node.getAttribute("aria-checked") !== "true";
      node.setAttribute("aria-checked", String(now));
      onChange(now);
    },
  }, h("span", { class: "knob" }));
  return node;
}

export function segmented(label, options, value, onChange) {
  const group = h("div", { class: "segmented", role: "radiogroup", "aria-label": label });
  const buttons = options.map(([key, text, iconName, name]) => h("button", {
    type: "button", role: "radio", "aria-checked": String(key === value), "aria-label": name, title: name,
    tabindex: key === value ? "0" : "-1", dataset: { value: key },
    onclick: () => choose(key, false),
  }, iconName && icon(iconName, 16), text));
  function choose(key, moves) {
    for (const b of buttons) {
      const isIt = b.dataset.value === key;
      b.setAttribute("aria-checked", String(isIt));
      b.tabIndex = isIt ? 0 : -1;
      if (isIt && moves) b.focus();
    }
    onChange(key);
  }
  group.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const at = buttons.findIndex((b) => b.getAttribute("aria-checked") === "true");
    choose(buttons[(at + step + buttons.length) % buttons.length].dataset.value, true);
  });
  return fill(group, buttons);
}

export function toast(text, kind = "ok") {
  const node = h("div", { class: `toast ${kind}` },
    icon(kind === "ok" ? "check" : "warn"), h("span", { dir: "auto" }, text));
  document.getElementById("toasts").append(node);
  setTimeout(() => node.classList.add("going"), 3600);
  setTimeout(() => node.remove(), 4000);
}

export function alertText(text) {
  const node = document.getElementById("alerts");
  node.textContent = "";
  requestAnimationFrame(() => { node.textContent = text; });
}

export function errorText(error) {
  return error.advice && !error.message.includes(error.advice)
    ? `${error.message.replace(/\.?$/, ".")} ${error.advice}` : error.message;
}

export function errorBox(error, again) {
  const node = h("div", { class: "notice error", role: "alert" }, icon("warn"),
    h("div", {}, h("p", {}, error.message || String(error)),
      error.advice && h("p", { class: "hint" }, error.advice)),
    again && button("Try again", { onclick: again }));
  return node;
}

export function notice(kind, ...children) {
  return h("div", { class: `notice ${kind}` }, icon(kind === "info" ? "help" : "warn"),
    h("div", {}, ...children));
}

export function empty(iconName, title, text, ...actions) {
  return h("div", { class: "empty" }, h("div", { class: "empty-icon" }, icon(iconName, 28)),
    h("h2", {}, title), text && h("p", {}, text),
    actions.length > 0 && h("div", { class: "row centre" }, actions));
}

/// The choices of a user, with the one that is chosen though the list may not have it.
export function userChoices(users, value, failure) {
  const choices = users.map((u) => [u.recordName, u.name || u.user || u.recordName]);
  if (value && !users.some((u) => u.recordName === value)) choices.push([value, failure ? value : `${value} (not found)`]);
  return choices.length ? choices : [["", failure ? "Not loaded" : "No users yet"]];
}

/// What stands where no user can be chosen: there are none, or the list of them failed to load.
export const noUser = (failure, again) => (failure ? errorBox(failure, again)
  : empty("users", "Whose database?", "There are no users yet. Create one under Users to look into a private database."));

export function skeleton(rows = 6) {
  return h("div", { class: "skeleton", "aria-busy": "true", "aria-label": "Loading" },
    Array.from({ length: rows }, () => h("div", { class: "bone" })));
}

// A dialog on top of the page; the browser keeps the focus inside and gives it back.
export function dialog(title, content, { kind = "", subtitle, onClose, actions = [] } = {}) {
  const heading = uid("dialog");
  const node = h("dialog", { class: `dialog ${kind}`.trim(), "aria-labelledby": subtitle ? `${heading} ${heading}-of` : heading });
  let guard = () => true;
  const close = (value) => {
    if (!node.open) return;
    node.returnValue = value === undefined ? "" : String(value);
    node.close();
  };
  const tryClose = () => { if (guard()) close(); };
  const body = h("div", { class: "dialog-body" }, content);
  const foot = h("footer", { class: "dialog-foot" }, actions);
  fill(node, [
    h("header", { class: "dialog-head" }, h("div", { class: "grow" }, h("h2", { id: heading }, title),
      subtitle && h("p", { class: "hint ellipsis", id: `${heading}-of`, title: subtitle }, h("bdi", {}, subtitle))),
      iconButton("Close", "close", { onclick: tryClose })),
    body, actions.length > 0 && foot]);
  node.addEventListener("cancel", (event) => { event.preventDefault(); tryClose(); });
  node.addEventListener("mousedown", (event) => { if (event.target === node) tryClose(); });
  node.addEventListener("close", () => { node.remove(); onClose?.(node.returnValue); });
  document.body.append(node);
  node.showModal();
  return { node, body, foot, close, set guard(action) { guard = action; } };
}

export function confirmation(title, text, label, { danger = true, typed } = {}) {
  return new Promise((resolve) => {
    let answer = false;
    const sure = button(label, {
      kind: danger ? "danger" : "primary", disabled: !!typed,
      onclick: () => { answer = true; box.close(); },
    });
    const input = typed && h("input", {
      type: "text", autocomplete: "off", spellcheck: "false",
      oninput: () => { sure.disabled = input.value !== typed; },
    });
    const box = dialog(title, [h("p", {}, text),
      typed && labelled(`Type “${typed}” to confirm`, input)], {
      kind: "small", onClose: () => resolve(answer),
      actions: [button("Cancel", { onclick: () => box.close() }), sure],
    });
    (input || sure).focus();
  });
}

/// `source` is a text, or what gives one when it is asked for.
export function copyButton(source, label = "Copy", whenFailed) {
  const node = button(label, {
    class: "copy",
    onclick: async () => {
      let text = source;
      try { if (typeof source === "function") text = await source(); } catch (error) { whenFailed?.(error); return; }
      try { await navigator.clipboard.writeText(text); } catch {
        const area = h("textarea", { class: "hidden-text" }, text);
        (node.closest("dialog") || document.body).append(area);
        area.select();
        document.execCommand("copy");
        area.remove();
      }
      node.querySelector("span").textContent = "Copied";
      setTimeout(() => { node.querySelector("span").textContent = label; }, 1500);
      alertText("Copied");
    },
  }, "copy");
  return node;
}

// MARK: Text

export function bytes(count) {
  if (count === null || count === undefined) return "–";
  if (count < 1000) return `${count} B`;
  const units = ["kB", "MB", "GB", "TB"];
  let value = count;
  let unit = -1;
  do { value /= 1000; unit += 1; } while (value >= 1000 && unit < 3);
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`;
}

export const count = (number) => Number(number).toLocaleString("en").replaceAll(",", "\u202f");

export function duration(ms) {
  if (ms === null || ms === undefined) return "–";
  if (ms === 0) return "0";
  if (ms < 1) return `${Math.max(1, Math.round(ms * 1000))} µs`;
  if (ms < 10) return `${ms.toFixed(1)} ms`;
  if (ms < 1000) return `${Math.round(ms)} ms`;
  return `${(ms / 1000).toFixed(1)} s`;
}

const pad = (number, size = 2) => String(number).padStart(size, "0");

export function clock(ms) {
  const d = new Date(ms);
  return `${pad(d.getHours())}:${pad(d.getMinutes())}:${pad(d.getSeconds())}`;
}

export function dateTime(ms) {
  const d = new Date(Number(ms));
  if (Number.isNaN(d.getTime())) return String(ms);
  return `${pad(d.getFullYear(), 4)}-${pad(d.getMonth() + 1)}-${pad(d.getDate())} `
    + `${pad(d.getHours())}:${pad(d.getMinutes())}`;
}

export function ago(ms) {
  const seconds = Math.round((Date.now() - Number(ms)) / 1000);
  if (Math.abs(seconds) < 45) return "just now";
  const steps = [[60, "minute"], [3600, "hour"], [86400, "day"], [2629800, "month"],
    [31557600, "year"]];
  let step = steps[0];
  for (const candidate of steps) if (Math.abs(seconds) >= candidate[0]) step = candidate;
  const n = Math.max(1, Math.round(Math.abs(seconds) / step[0]));
  const text = `${n} ${step[1]}${n === 1 ? "" : "s"}`;
  return seconds < 0 ? `in ${text}` : `${text} ago`;
}

export const plural = (n, one, many = `${one}s`) => `${count(n)} ${n === 1 ? one : many}`;

export function time(ms, className = "") {
  const number = Number(ms);
  if (!Number.isFinite(number)) return h("span", {}, "–");
  const date = new Date(number);
  const iso = Number.isNaN(date.getTime()) ? String(ms) : date.toISOString();
  return h("time", { datetime: iso, title: `${iso} · ${ago(number)}`, class: className },
    dateTime(number));
}
