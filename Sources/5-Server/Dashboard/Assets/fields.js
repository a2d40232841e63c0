// An editor for each type of field. Each has `element`, `read()`, which throws what is wrong, and
// `focus()`.
import * as api from "./api.js";
import { worldMap } from "./map.js";
import { base64Length, fromHex, toBase64, toBytes, toHex, TYPE_NAMES, zoneKey, zoneOf } from "./values.js";
import { button, bytes, h, icon, iconButton, labelled, replace, segmented, select, uid } from "./ui.js";

const area = (props) => {
  const node = h("textarea", { rows: 1, spellcheck: "false", ...props });
  const grow = () => {
    node.style.height = "auto";
    node.style.height = `${Math.min(Math.max(node.scrollHeight + 2, 38), 320)}px`;
  };
  node.addEventListener("input", grow);
  requestAnimationFrame(grow);
  return node;
};

function textEditor(value, { label, changed }) {
  const node = area({ "aria-label": label, oninput: changed, spellcheck: "true" });
  node.value = value ?? "";
  // A field gives every line end as \n: text keeps the kind that it came with.
  const shown = node.value;
  const lineEnd = /\r\n?|\n/.exec(value ?? "")?.[0] ?? "\n";
  return {
    element: node, focus: () => node.focus(),
    read: () => (node.value === shown ? value ?? "" : node.value.replaceAll("\n", lineEnd)),
  };
}

function integerEditor(value, { label, changed }) {
  const node = h("input", {
    type: "text", inputmode: "numeric", autocomplete: "off", class: "mono", "aria-label": label, oninput: changed,
  });
  node.value = value ?? "";
  return {
    element: node, focus: () => node.focus(),
    read() {
      const text = node.value.replace(/[\s_\u202f]/g, "");
      if (!/^[+-]?\d+$/.test(text)) throw new Error("Write a whole number, such as 42.");
      const number = BigInt(text.replace(/^\+/, ""));
      if (number > 9223372036854775807n || number < -9223372036854775808n) {
        throw new Error("An integer has 64 bits: between −9 223 372 036 854 775 808 and 9 223 372 036 854 775 807.");
      }
      return new api.Exact(number.toString());
    },
  };
}

function doubleEditor(value, { label, changed }) {
  const node = h("input", {
    type: "text", inputmode: "decimal", autocomplete: "off", class: "mono", "aria-label": label, oninput: changed,
  });
  node.value = value ?? "";
  return {
    element: node, focus: () => node.focus(),
    read() {
      const text = node.value.trim().replace("−", "-");
      if (!/^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/.test(text) || !Number.isFinite(Number(text))) {
        throw new Error("Write a number, such as 2.5 or 1e-3.");
      }
      // JSON has no plus sign and no bare point; the number itself is the nearest double anyway.
      return new api.Exact(String(Number(text)));
    },
  };
}

const pad = (number, size = 2) => String(number).padStart(size, "0");
const zoneName = () => Intl.DateTimeFormat().resolvedOptions().timeZone || "local time";

/// `fraction` is what the milliseconds lose: the microseconds behind them, and their rest.
function dateEditor(value, { label, changed, isNew, fraction = {} }) {
  const local = h("input", { type: "datetime-local", step: "0.001", "aria-label": `${label}, local time` });
  const iso = h("input", {
    type: "text", class: "mono", autocomplete: "off", spellcheck: "false", "aria-label": `${label}, ISO 8601`,
    placeholder: "2026-01-31T12:00:00.000Z",
  });
  const show = (ms) => {
    const d = new Date(ms);
    if (Number.isNaN(d.getTime())) { local.value = ""; return; }
    local.value = `${pad(d.getFullYear(), 4)}-${pad(d.getMonth() + 1)}-${pad(d.getDate())}T${pad(d.getHours())}`
      + `:${pad(d.getMinutes())}:${pad(d.getSeconds())}.${pad(d.getMilliseconds(), 3)}`;
  };
  /// What is written without a time zone is UTC, as the label says.
  const parse = (text) => Date.parse(text.trim().replace(/^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(:\d\d(\.\d+)?)?)$/, "$1T$2Z"));
  const setAll = (ms, us) => {
    iso.value = new Date(ms).toISOString().replace("Z", us ? `${pad(us, 3)}Z` : "Z");
    show(ms);
  };
  local.addEventListener("input", () => {
    // A date of which a part is missing is empty here.
    const d = new Date(local.value);
    iso.value = Number.isNaN(d.getTime()) ? "" : d.toISOString();
    changed();
  });
  // There is no input event while an empty date is being written. The key that saves comes up here too.
  let wasBad = false;
  local.addEventListener("keyup", () => { if (wasBad !== (wasBad = local.validity.badInput)) changed(); });
  iso.addEventListener("input", () => {
    const ms = parse(iso.value);
    if (!Number.isNaN(ms) || iso.value === "") show(ms);
    changed();
  });
  const first = Number(value);
  if (value === undefined || value === null) { if (!isNew) setAll(Date.now()); }
  else if (Number.isFinite(first) && Math.abs(first) <= 8.64e15) setAll(first, fraction.us);
  else iso.value = String(value);
  const held = iso.value;
  return {
    element: h("div", { class: "date-editor" },
      h("div", { class: "stack-tight" }, local, h("p", { class: "hint" }, `Local time (${zoneName()})`)),
      h("div", { class: "stack-tight" }, iso, h("p", { class: "hint" }, "ISO 8601, UTC")),
      button("Now", { class: "small", onclick: () => { setAll(Date.now()); changed(); } })),
    focus: () => local.focus(),
    // A date that is still to be seen is not left out.
    isBlank: () => iso.value === "" && local.value === "" && !local.validity.badInput,
    read() {
      const ms = parse(iso.value);
      if (Number.isNaN(ms)) throw new Error("Write a date, such as 2026-01-31T12:00:00Z.");
      return ms;
    },
    fraction() {
      const digits = /\.\d{3}(\d{1,3})/.exec(iso.value)?.[1] || "";
      return { us: Number(digits.padEnd(3, "0")), rest: iso.value === held ? fraction.rest || 0 : 0 };
    },
  };
}

function bytesEditor(value, { label, changed }) {
  let form = "hex";
  const node = area({ class: "mono", "aria-label": label });
  const size = h("span", { class: "hint" });
  const problem = h("p", { class: "field-error" });
  const write = (array) => {
    node.value = form === "hex" ? toHex(array) : toBase64(array);
    node.dispatchEvent(new Event("input"));
  };
  const parse = () => {
    const text = node.value.trim();
    if (form === "hex") return fromHex(text);
    try { return toBytes(text.replace(/\s/g, "")); } catch { throw new Error("This is not base64."); }
  };
  node.addEventListener("input", () => {
    try { size.textContent = bytes(parse().length); problem.textContent = ""; } catch { size.textContent = ""; }
    changed();
  });
  const file = h("input", {
    type: "file", class: "hidden-text", tabindex: "-1", "aria-hidden": "true",
    onchange: async () => { if (file.files[0]) write(new Uint8Array(await file.files[0].arrayBuffer())); },
  });
  if (value) {
    // Long content is easier to read as base64, which is how it came.
    if (base64Length(value) > 4096) form = "base64";
    node.value = form === "hex" ? toHex(toBytes(value)) : value;
    size.textContent = bytes(base64Length(value));
  }
  return {
    element: h("div", { class: "stack-tight" }, node, problem, h("div", { class: "row" },
      segmented("Form", [["hex", "Hex"], ["base64", "Base64"]], form, (next) => {
        try {
          const array = parse();
          form = next;
          write(array);
        } catch (error) { problem.textContent = error.message; }
      }), size, file, button("From a file", { class: "small", onclick: () => file.click() }, "file"))),
    focus: () => node.focus(),
    read: () => toBase64(parse()),
  };
}

function locationEditor(value, { label, changed }) {
  const rest = { ...(value || {}) };
  const input = (name, text, props = {}) => {
    const node = h("input", {
      type: "text", inputmode: "decimal", class: "mono", autocomplete: "off", id: uid("place"), ...props,
      oninput: () => { changed(); update(); },
    });
    node.value = value?.[name] ?? "";
    return [name, text, node];
  };
  const main = [input("latitude", "Latitude"), input("longitude", "Longitude")];
  const more = [input("altitude", "Altitude, m"), input("horizontalAccuracy", "Accuracy, m"),
    input("verticalAccuracy", "Vertical accuracy, m"), input("course", "Course, °"), input("speed", "Speed, m/s")];
  const number = (text, name) => {
    const parsed = Number(text.trim().replace("−", "-"));
    if (text.trim() === "" || !Number.isFinite(parsed)) throw new Error(`Write a number for ${name.toLowerCase()}.`);
    return parsed;
  };
  const map = worldMap({
    height: 200, label: `Map of ${label}`,
    onPlace: ({ latitude, longitude }) => {
      main[0][2].value = latitude;
      main[1][2].value = longitude;
      changed();
      update(false);
    },
  });
  function update(fits = false) {
    try {
      const point = { latitude: number(main[0][2].value, ""), longitude: number(main[1][2].value, ""), label, isMain: true };
      if (Math.abs(point.latitude) <= 90 && Math.abs(point.longitude) <= 180) map.set([point], fits);
    } catch { map.set([], false); }
  }
  requestAnimationFrame(() => update(true));
  return {
    element: h("div", { class: "stack-tight" }, h("div", { class: "pair" }, main.map(([, text, node]) => labelled(text, node))),
      map.element, h("details", {}, h("summary", {}, "Altitude, accuracy, movement"),
        h("div", { class: "pair" }, more.map(([, text, node]) => labelled(text, node))))),
    focus: () => main[0][2].focus(),
    stop: () => map.stop(),
    read() {
      const result = { ...rest };
      for (const [name, text, node] of main) result[name] = number(node.value, text);
      if (Math.abs(result.latitude) > 90) throw new Error("A latitude lies between −90 and 90.");
      if (Math.abs(result.longitude) > 180) throw new Error("A longitude lies between −180 and 180.");
      for (const [name, text, node] of more) {
        if (node.value.trim() === "") delete result[name];
        else result[name] = number(node.value, text);
      }
      for (const [name, inner] of Object.entries(result)) {
        if (name !== "timestamp" && typeof inner === "string") result[name] = Number(inner);
      }
      return result;
    },
  };
}

function referenceEditor(value, { label, changed, hrefOf, zones = [] }) {
  const name = h("input", {
    type: "text", class: "mono", autocomplete: "off", spellcheck: "false", "aria-label": `${label}, record name`,
    placeholder: "Record name", oninput: () => { changed(); aim(); },
  });
  name.value = value?.recordName ?? "";
  let action = value?.action || "NONE";
  let zone = value?.zoneID ? zoneKey(value.zoneID) : "";
  const known = zones.map((z) => [zoneKey(z.zoneID), z.zoneID.zoneName]);
  if (zone && !known.some(([key]) => key === zone)) known.push([zone, value.zoneID.zoneName]);
  const open = h("a", { class: "icon-button", title: "Open the record", "aria-label": "Open the record" }, icon("link"));
  /// Lets the link lead to the record that is named now.
  function aim() {
    const href = name.value.trim() && hrefOf?.(read());
    if (href) open.setAttribute("href", href); else open.removeAttribute("href");
    open.hidden = !href;
  }
  function read() {
    const recordName = name.value.trim();
    if (!recordName) throw new Error("Write the name of the record that it points at.");
    const result = { recordName, action };
    if (zone) result.zoneID = zoneOf(zone);
    return result;
  }
  aim();
  return {
    element: h("div", { class: "stack-tight" }, h("div", { class: "row nowrap" }, name, open),
      h("div", { class: "row" },
        select([["NONE", "Points at it"], ["DELETE_SELF", "Is deleted with it"], ["VALIDATE", "Must exist"]],
          action, (next) => { action = next; changed(); }, { "aria-label": `${label}, what happens on delete` }),
        known.length > 1 && select([["", "Zone of this record"], ...known], zone, (next) => { zone = next; changed(); aim(); },
          { "aria-label": `${label}, zone` }))),
    focus: () => name.focus(), read,
  };
}

const IMAGES = [[[0x89, 0x50, 0x4e, 0x47], "image/png"], [[0xff, 0xd8, 0xff], "image/jpeg"],
  [[0x47, 0x49, 0x46, 0x38], "image/gif"], [[0x52, 0x49, 0x46, 0x46], "image/webp"]];

/// The kind of image that bytes are, by how they begin.
export function imageKind(array) {
  return IMAGES.find(([start]) => start.every((b, i) => array[i] === b))?.[1] || null;
}

/// `forget` takes the number of files that were uploaded here and are dropped.
function assetEditor(value, { label, changed, uploadFor, forget }) {
  let current = value || null;
  let uploading = false;
  let uploaded = 0;
  let isStopped = false;
  const info = h("div", { class: "asset" });
  const preview = h("div", { class: "asset-preview" });
  const status = h("p", { class: "hint", "aria-live": "polite" });
  let shownURL = null;
  /// Counts the files that were chosen: what belongs to an earlier one comes too late.
  let latest = 0;
  const showBlob = async (blob, mine) => {
    const kind = imageKind(new Uint8Array(await blob.slice(0, 16).arrayBuffer()));
    if (mine !== latest) return;
    if (shownURL) URL.revokeObjectURL(shownURL);
    if (!kind) { replace(preview); return; }
    shownURL = URL.createObjectURL(new Blob([blob], { type: kind }));
    replace(preview, h("img", { src: shownURL, alt: `Preview of ${label}` }));
  };
  const draw = () => replace(info, current
    ? [h("span", {}, `File of ${bytes(current.size)}`), h("code", { class: "hint ellipsis" }, current.fileChecksum || ""),
      current.downloadURL && h("a", {
        class: "button small", href: api.local(current.downloadURL.replace("${f}", "file")), download: `${label}.bin`,
      }, "Download")]
    : h("span", { class: "none" }, "No file yet"));
  const file = h("input", {
    type: "file", "aria-label": `${label}, file`,
    onchange: async () => {
      const chosen = file.files[0];
      if (!chosen) return;
      const mine = ++latest;
      uploading = true;
      // Before the file is there, so that the record is not saved without it.
      changed();
      status.textContent = `Uploading ${chosen.name}…`;
      try {
        const sent = await uploadFor(chosen);
        if (isStopped) forget?.(1); else uploaded += 1;
        if (mine !== latest) return;
        current = sent;
        status.textContent = `${chosen.name} is uploaded; save the record to keep it.`;
        draw();
        await showBlob(chosen, mine);
      } catch (error) { if (mine === latest) status.textContent = error.message; } finally { if (mine === latest) uploading = false; }
    },
  });
  draw();
  if (current?.downloadURL && Number(current.size) <= 5_000_000) {
    fetch(api.local(current.downloadURL.replace("${f}", "file")), { credentials: "same-origin" })
      .then((response) => (response.ok ? response.blob() : null))
      .then((blob) => blob && showBlob(blob, 0)).catch(() => {});
  }
  return {
    element: h("div", { class: "stack-tight" }, preview, info, file, status),
    isBlank: () => !current && !uploading,
    focus: () => file.focus(),
    stop: () => { latest += 1; isStopped = true; forget?.(uploaded); uploaded = 0; if (shownURL) URL.revokeObjectURL(shownURL); },
    read() {
      if (uploading) throw new Error("The file is still being uploaded.");
      if (!current) throw new Error("Choose a file.");
      return current;
    },
  };
}

const SCALAR_EDITORS = {
  STRING: textEditor, INT64: integerEditor, DOUBLE: doubleEditor, TIMESTAMP: dateEditor,
  BYTES: bytesEditor, LOCATION: locationEditor, REFERENCE: referenceEditor, ASSET: assetEditor,
};

function listEditor(value, field, options) {
  const items = [];
  const list = h("ol", { class: "list-editor" });
  const draw = () => replace(list, items.map((item, index) => h("li", {}, h("div", { class: "grow" }, item.editor.element),
    h("div", { class: "list-tools" },
      iconButton(`Move ${options.label} ${index + 1} up`, "up", {
        disabled: index === 0,
        onclick: () => { items.splice(index - 1, 0, items.splice(index, 1)[0]); draw(); options.changed(); },
      }),
      iconButton(`Remove ${options.label} ${index + 1}`, "close", {
        onclick: () => { items.splice(index, 1)[0].editor.stop?.(); draw(); options.changed(); },
      })))));
  const add = (inner, focuses, fraction) => {
    const editor = SCALAR_EDITORS[field.type](inner, { ...options, isNew: false, fraction, label: `${options.label} ${items.length + 1}` });
    items.push({ editor });
    draw();
    if (focuses) editor.focus();
  };
  const { us = [], rest = [] } = options.fraction || {};
  (value || []).forEach((inner, place) => add(inner, false, { us: us[place], rest: rest[place] }));
  const more = button(`Add ${TYPE_NAMES[field.type].toLowerCase()}`, {
    class: "small", onclick: () => { add(undefined, true); options.changed(); },
  }, "plus");
  return {
    element: h("div", { class: "stack-tight" }, list, more),
    isBlank: () => items.length === 0,
    focus: () => (items[0] ? items[0].editor.focus() : more.focus()),
    stop: () => items.forEach((item) => item.editor.stop?.()),
    fraction() {
      const parts = items.map((item) => item.editor.fraction());
      return { us: parts.map((part) => part.us), rest: parts.map((part) => part.rest) };
    },
    read: () => items.map((item, index) => {
      try { return item.editor.read(); } catch (error) {
        error.message = `${index + 1}: ${error.message}`;
        throw error;
      }
    }),
  };
}

/// The editor of a field, which may also have no value; in a new record it has none while it is
/// left empty.
export function fieldEditor(field, initial, options) {
  let editor = null;
  let isChanged = false;
  const slot = h("div", { class: "grow" });
  const problem = h("p", { class: "field-error", role: "alert" });
  const changed = () => {
    isChanged = true;
    problem.textContent = "";
    slot.querySelectorAll("[aria-invalid]").forEach((node) => node.removeAttribute("aria-invalid"));
    options.changed();
  };
  const all = { ...options, label: field.name, changed };
  const clear = iconButton(`Clear ${field.name}`, "close", {
    onclick: () => {
      if (options.isNew) begin(field.isList ? [] : undefined); else unset();
      changed();
      focus();
    },
  });
  const focus = () => (editor ? editor.focus() : slot.querySelector("button")?.focus());
  const isBlank = () => (editor.isBlank ? editor.isBlank()
    : [...slot.querySelectorAll("input, textarea")].every((node) => node.value === ""));
  function unset() {
    editor?.stop?.();
    editor = null;
    replace(slot, h("div", { class: "row unset" }, h("span", { class: "none" }, "No value"),
      button("Set", {
        class: "small", "aria-label": `Set ${field.name}`,
        onclick: () => { begin(field.isList ? [] : undefined); changed(); editor.focus(); },
      })));
    clear.hidden = true;
  }
  function begin(value, fraction) {
    editor?.stop?.();
    editor = field.isList ? listEditor(value, field, { ...all, fraction }) : SCALAR_EDITORS[field.type](value, { ...all, fraction });
    replace(slot, editor.element);
    clear.hidden = false;
  }
  if (initial !== undefined && initial !== null) begin(initial, options.fraction);
  else if (options.isNew) begin(field.isList ? [] : undefined);
  else unset();
  return {
    element: h("div", { class: "field-editor" }, h("div", { class: "row nowrap align-top" }, slot, clear), problem),
    get isChanged() { return isChanged; },
    /// The value, null for none.
    read() {
      if (!editor || (options.isNew && isBlank())) return null;
      try { return editor.read(); } catch (error) {
        problem.textContent = error.message;
        slot.querySelector("input, textarea")?.setAttribute("aria-invalid", "true");
        throw error;
      }
    },
    /// What the milliseconds of dates lose, beside the value that was read.
    fraction: () => (field.type === "TIMESTAMP" && editor ? editor.fraction() : undefined),
    fail(message) { problem.textContent = message; },
    focus,
    stop: () => editor?.stop?.(),
  };
}
