// A Core Data store to be read: its entities, objects for a predicate, each object with its links,
// the drawing of the model, and its mirror in CloudKit. The address says what is shown.
import { isSideOpen, kept, leaveSide, makeFrame, showSide, sideHead, keep, themeSwitch, turnTheme } from "./frame.js";
import { mirrorPage } from "./mirror.js";
import { keyText, PredicateBox } from "./predicate.js";
import { alertText, button, bytes, copyButton, count, dialog, duration, empty, errorBox, h, icon, iconButton, plural, replace, segmented, select, skeleton, s, uid } from "./ui.js";

const root = document.getElementById("app");
const part = encodeURIComponent;
const PAGE_SIZES = [25, 50, 100, 200];
let model = null;
let rendering = 0;
let shown = null;
let shortcuts = new Map();

// MARK: The store

async function ask(path, parameters = {}, kind = "json") {
  const search = new URLSearchParams(Object.entries(parameters).filter(([, value]) => value !== undefined && value !== ""))
    .toString().replaceAll("+", "%20");
  let response;
  try { response = await fetch(`/api/${path}${search ? `?${search}` : ""}`); } catch {
    throw Object.assign(new Error("The tool does not answer."), { advice: "quarry coredata serve may have ended: start it again." });
  }
  if (response.ok) return kind === "json" ? response.json() : response.text();
  let body = {};
  try { body = await response.json(); } catch { /* not of the site */ }
  throw Object.assign(new Error(body.message || `The answer is ${response.status}`), { status: response.status, advice: body.advice, details: body });
}

async function loadModel() {
  const store = await ask("store");
  const named = new Map(store.entities.map((entity) => [entity.name, { ...entity, all: 0, depth: 0 }]));
  for (const entity of named.values()) {
    const chain = [];
    for (let at = entity; at; at = named.get(at.superentity)) chain.unshift(at);
    entity.depth = Math.min(chain.length - 1, 3);
    entity.everyAttribute = chain.flatMap((e) => e.attributes);
    entity.everyRelationship = chain.flatMap((e) => e.relationships);
    for (const ancestor of chain) ancestor.all += entity.objects;
  }
  model = { ...store, named, entities: [...named.values()] };
}

// MARK: Addresses

const entityHref = (name, query = {}) => {
  const search = new URLSearchParams(Object.entries(query).filter(([, value]) => value)).toString().replaceAll("+", "%20");
  return `#/entity/${part(name)}${search ? `?${search}` : ""}`;
};
const objectHref = (id) => `#/object/${id.split("/").map(part).join("/")}`;

function parse() {
  const [path, search] = location.hash.replace(/^#/, "").split("?");
  const parts = path.split("/").filter(Boolean).map((p) => { try { return decodeURIComponent(p); } catch { return p; } });
  return { page: parts[0] || "model", parts: parts.slice(1), query: new URLSearchParams(search) };
}

// MARK: Frame

function drawSide(page, name) {
  const filter = h("input", { type: "search", "aria-label": "Find an entity", placeholder: "Find an entity", oninput: () => drawEntities() });
  const list = h("div", { class: "entities" });
  const drawEntities = () => {
    const wanted = filter.value.trim().toLowerCase();
    const found = model.entities.filter((e) => e.name.toLowerCase().includes(wanted));
    replace(list, found.map((e) => h("a", {
      href: entityHref(e.name), "aria-current": (page === "entity" || page === "object") && e.name === name ? "page" : null,
      class: `nav-link ${wanted ? "" : `depth-${e.depth}`} ${e.abstract ? "is-abstract" : ""}`,
    }, h("bdi", { class: "grow" }, e.name), h("span", { class: "nav-count", title: plural(e.all, "object") }, count(e.all)))),
    found.length === 0 && h("p", { class: "hint" }, "No entity is called so."));
  };
  drawEntities();
  replace(document.getElementById("side"), sideHead(),
    h("div", { class: "place" }, h("p", { class: "file-name", dir: "auto" }, model.file), h("p", { class: "hint" }, "Opened for reading"),
      model.entities.length > 12 && filter),
    h("nav", { "aria-label": "Pages" },
      h("a", { href: "#/", class: "nav-link", "aria-current": page === "model" ? "page" : null }, icon("schema"), h("span", {}, "Model")),
      h("a", { href: "#/mirror", class: "nav-link", "aria-current": page === "mirror" ? "page" : null }, icon("mirror"), h("span", {}, "Mirroring")),
      h("p", { class: "nav-title" }, "Entities"), list),
    h("div", { class: "side-foot" }, h("div", { class: "row spread" }, themeSwitch(), iconButton("Keyboard shortcuts", "help", { onclick: help }))));
  list.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
}

const head = (title, ...more) => h("header", { class: "page-head" }, h("div", { class: "object-title" }, title), h("div", { class: "row actions" }, more));
const heading = (...text) => h("h1", { tabindex: "-1", id: "page-title" }, text);

async function route() {
  const mine = ++rendering;
  const target = parse();
  if (target.page === "entity" && shown?.entity === target.parts[0]) return shown.update(target.query);
  shown = null;
  shortcuts = new Map();
  document.querySelectorAll("dialog[open]").forEach((node) => node.close());
  const main = document.getElementById("main") || makeFrame(root);
  const body = h("div", { class: "contents" });
  replace(main, body);
  try {
    if (!model || target.page === "model") {
      replace(body, skeleton(6));
      await loadModel();
      if (mine !== rendering) return undefined;
    }
    drawSide(target.page, target.parts[0]);
    showSide(false);
    replace(root.querySelector(".top-place"), h("span", { class: "ellipsis" }, model.file));
    const page = { model: modelPage, entity: entityPage, object: objectPage, mirror }[target.page];
    if (page) await page(body, target, () => mine === rendering);
    else absent(body, `There is no page ${target.page}`, "The address names a page that does not exist.");
  } catch (error) {
    if (mine !== rendering) return undefined;
    if (error.status === 404) absent(body, error.message, error.advice);
    else replace(body, head(heading("Not shown")), errorBox(error, route));
  }
  return undefined;
}

function absent(body, ...problem) {
  title("Not found");
  replace(body, head(heading("Not found")), empty("help", ...problem, h("a", { class: "button primary", href: "#/" }, "Show the model")));
}

function title(text) { document.title = `${text} · ${model?.file || "Core Data"} · Quarry`; }

// MARK: Model

async function modelPage(body, target, isCurrent) {
  title("Model");
  const tile = (name, value) => h("div", { class: "tile" }, h("div", { class: "tile-name" }, name), h("div", { class: "tile-value" }, value));
  const drawing = h("div", { class: "drawing", tabindex: "0", role: "region", "aria-label": "Drawing of the model" }, skeleton(5));
  const size = h("div", {});
  const notes = [
    model.modelFrom === "tables" && h("div", { class: "notice warn" }, icon("warn"), h("div", {},
      h("p", {}, "The store keeps no model: it is recovered from the tables, with names in lower case and relationships guessed."),
      h("p", { class: "hint" }, "Give the real one with --model."))),
  ];
  replace(body, head(heading("Model"), h("a", { class: "button small", href: "/api/drawing.svg", download: `${model.file}.svg` }, icon("file"), h("span", {}, "SVG"))),
    notes, h("div", { class: "tiles" }, tile("Entities", count(model.entities.length)),
      tile("Objects", count(model.entities.reduce((sum, e) => sum + e.objects, 0))),
      model.size !== undefined && tile("Size", bytes(model.size))),
    h("div", { class: "row spread" }, h("h2", {}, "Drawing"), size), drawing);
  const text = await ask("drawing.svg", {}, "text");
  if (!isCurrent()) return;
  // The page has the styles, so that the drawing has its colours; its policy allows none within.
  const parsed = new DOMParser().parseFromString(text.replace(/<style>[^<]*<\/style>/, ""), "image/svg+xml");
  const svg = document.importNode(parsed.documentElement, true);
  svg.removeAttribute("role");
  // Its title stands above it already.
  svg.querySelector(".head")?.remove();
  const [width, height] = ["width", "height"].map((name) => Number(svg.getAttribute(name)));
  svg.setAttribute("viewBox", `0 44 ${width} ${height - 44}`);
  svg.setAttribute("height", height - 44);
  svg.setAttribute("aria-label", `The entities of ${model.file} and their relationships`);
  const boxes = [...svg.querySelectorAll(":scope > g > g:not(.edge)")];
  boxes.forEach((box, index) => {
    const entity = model.entities[index];
    if (!entity) return;
    const link = s("a", { href: entityHref(entity.name), "aria-label": `${entity.name}, ${plural(entity.all, "object")}` });
    box.replaceWith(link);
    link.append(box);
  });
  replace(drawing, svg);
  const show = (how) => drawing.classList.toggle("fits", how === "fit");
  const first = width > drawing.clientWidth && drawing.clientWidth / width > 0.62 ? "fit" : "full";
  show(first);
  if (width > drawing.clientWidth) replace(size, segmented("Size of the drawing", [["fit", "Fit"], ["full", "Full size"]], first, show));
}

// MARK: Objects of an entity

/// What the predicate box offers: attributes, and what is one relationship away.
function vocabulary(entity) {
  const kinds = { String: "STRING", Date: "TIMESTAMP", Double: "DOUBLE", Float: "DOUBLE", Decimal: "DOUBLE" };
  const kind = (type) => kinds[type] || (/^Integer/.test(type) ? "INT64" : type.toUpperCase());
  const fields = entity.everyAttribute.map((a) => ({ name: a.name, type: kind(a.type), queryable: true }));
  for (const r of entity.everyRelationship) {
    fields.push({ name: r.name, type: r.destination || "", isList: r.toMany, queryable: true });
    const destination = model.named.get(r.destination);
    for (const a of destination?.everyAttribute || []) fields.push({ name: `${r.name}.${a.name}`, type: kind(a.type), isList: r.toMany, queryable: true });
    if (r.toMany) fields.push({ name: `${r.name}.@count`, type: "INT64", queryable: true });
  }
  return { fields, system: [], noun: "object" };
}

/// A predicate that this entity understands, for the empty box.
function example(entity) {
  const text = entity.everyAttribute.find((a) => a.type === "String");
  const number = entity.everyAttribute.find((a) => /Integer|Double|Float|Decimal/.test(a.type));
  const parts = [number && `${keyText(number.name)} > 10`, text && `${keyText(text.name)} BEGINSWITH[cd] "a"`].filter(Boolean);
  return `All objects.${parts.length ? ` Try  ${parts.join(" AND ")}` : ""}`;
}

async function entityPage(body, target) {
  const entity = model.named.get(target.parts[0]);
  if (!entity) return absent(body, `There is no entity ${target.parts[0]}`, `This store has ${model.entities.map((e) => e.name).slice(0, 40).join(", ")}.`);
  title(entity.name);
  const total = h("p", { class: "count", "aria-live": "polite" });
  const results = h("div", { class: "results" });
  let state = {};
  let latest = 0;
  const box = new PredicateBox({
    type: vocabulary(entity), placeholder: example(entity),
    check: (text) => ask("objects", { entity: entity.name, where: text, limit: 1 }),
    onRun: () => go({ where: box.value.trim(), page: 1 }),
  });
  const read = (query) => ({
    where: query.get("where") || "", sort: query.get("sort") || "", page: Math.max(1, Number.parseInt(query.get("page"), 10) || 1),
    size: PAGE_SIZES.includes(Number(query.get("size"))) ? Number(query.get("size")) : Number(kept("page-size")) || 50,
  });
  const address = (change) => {
    const { where, sort, page, size } = { ...state, ...change };
    return entityHref(entity.name, { where, sort, page: page > 1 ? page : "", size: size === (Number(kept("page-size")) || 50) ? "" : size });
  };
  const go = (change) => {
    const href = address(change);
    // The rows of a page may be other ones where the address is the same: the usual number is not in it.
    if (location.hash === href) update(parse().query);
    else location.hash = href;
  };

  async function run(focus) {
    const mine = ++latest;
    results.setAttribute("aria-busy", "true");
    try {
      const answer = await ask("objects", { entity: entity.name, where: state.where, sort: state.sort, limit: state.size, offset: (state.page - 1) * state.size });
      if (mine !== latest) return;
      box.clearError();
      draw(answer);
      if (focus) results.querySelector(`[data-column="${CSS.escape(focus)}"]`)?.focus();
    } catch (error) {
      if (mine !== latest) return;
      replace(total);
      if (error.status === 400 && state.where) {
        box.show(error);
        replace(results);
      } else replace(results, errorBox(error, () => run()));
    } finally { if (mine === latest) results.removeAttribute("aria-busy"); }
  }

  function sortButton(column) {
    const direction = state.sort === column.name ? "ascending" : state.sort === `-${column.name}` ? "descending" : "none";
    const next = { none: column.name, ascending: `-${column.name}`, descending: "" }[direction];
    return h("th", { scope: "col", "aria-sort": column.sortable ? direction : null, class: column.number ? "right" : "", title: column.type },
      column.sortable ? h("button", {
        type: "button", class: "sort", dataset: { column: column.name },
        onclick: () => { focused = column.name; go({ sort: next, page: 1 }); },
      }, h("bdi", {}, column.name), direction !== "none" && icon(direction === "ascending" ? "up" : "down", 14)) : h("bdi", {}, column.name));
  }

  function draw(answer) {
    const pages = Math.max(1, Math.ceil(answer.total / state.size));
    replace(total, `${plural(answer.total, "object")}`, h("span", { class: "hint" }, ` · ${duration(answer.milliseconds)}`));
    if (answer.objects.length === 0) {
      const beyond = answer.total > 0;
      replace(results, empty("records", beyond ? `There is no page ${state.page}` : state.where ? "Nothing matches" : `No ${entity.name} objects`,
        beyond ? `The last one is ${pages}.` : state.where ? "No object satisfies the predicate." : "The store holds none of this entity.",
        (beyond || state.where) && button(beyond ? "First page" : "Show all", { onclick: () => go(beyond ? { page: 1 } : { where: "", page: 1 }) })));
      return;
    }
    const table = h("table", { class: "records" }, h("caption", { class: "hidden-text" }, `${entity.name} objects`),
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Object"), answer.columns.map(sortButton))),
      h("tbody", {}, answer.objects.map((object) => h("tr", {
        onclick: (event) => { if (!event.target.closest("a") && !getSelection().toString()) location.hash = objectHref(object.id); },
      }, h("th", { scope: "row", "data-label": "Object" }, h("a", { class: "link record-link", href: objectHref(object.id) }, h("bdi", {}, object.id))),
      object.cells.map((cell, index) => h("td", {
        "data-label": answer.columns[index].name, class: `${answer.columns[index].number ? "right" : ""} ${cell === null ? "is-empty" : ""}`.trim(),
      }, brief(cell)))))));
    replace(results, h("div", { class: "table-frame", tabindex: "0", role: "region", "aria-label": `${entity.name} objects` }, table),
      pages > 1 && h("nav", { class: "pager", "aria-label": "Pages of objects" },
        button("Previous", { disabled: state.page <= 1, onclick: () => turn(-1) }, "left"), h("span", {}, `Page ${count(state.page)} of ${count(pages)}`),
        button("Next", { disabled: state.page >= pages, onclick: () => turn(1) }, "right")));
  }

  const turn = (step) => { go({ page: state.page + step }); alertText(`Page ${state.page + step}`); };
  let focused = null;
  const sizes = h("div", { class: "row" });
  const update = (query) => {
    state = read(query);
    if (box.value.trim() !== state.where) box.value = state.where;
    box.draw();
    replace(sizes, select(PAGE_SIZES.map((n) => [String(n), `${n} rows`]), String(state.size), (value) => {
      keep("page-size", value);
      go({ size: Number(value), page: 1 });
    }, { class: "page-size", "aria-label": "Rows of a page" }));
    const focus = focused;
    focused = null;
    return run(focus);
  };
  const parent = entity.superentity;
  replace(body, head([heading(h("bdi", {}, entity.name), entity.abstract && h("span", { class: "badge" }, "abstract")),
    parent && h("p", { class: "crumb" }, "Inherits from ", h("a", { href: entityHref(parent) }, h("bdi", {}, parent)))]),
  h("div", { class: "query-bar" }, box.element, h("div", { class: "row query-actions" }, button("Run", { kind: "primary", id: "run", onclick: () => box.onRun() }, "play"))),
  h("div", { class: "row spread above-results" }, total, sizes), results);
  replace(results, skeleton(8));
  box.draw();
  shown = { entity: entity.name, update };
  shortcuts.set("/", () => box.input.focus());
  shortcuts.set("r", () => run());
  return update(target.query);
}

// MARK: Values

function brief(cell) {
  if (cell === null) return h("span", { class: "none" }, "–");
  switch (cell.kind) {
    case "object": return h("a", { class: "to", href: objectHref(cell.id), title: cell.id }, h("bdi", {}, cell.label || cell.id));
    case "bytes": return h("span", { class: "none" }, bytes(cell.bytes));
    case "number": return h("span", { class: "number" }, cell.text);
    case "date": return instant(cell.text);
    case "boolean": return cell.text;
    default: return h("span", { class: "text", dir: "auto" }, cell.text);
  }
}

/// `2026-11-24T08:30:00Z` as `2026-11-24 08:30`, seconds where there are some.
function instant(text) {
  const match = /^(\d+-\d\d-\d\d)T(\d\d:\d\d)(?::(\d\d))?(\.\d+)?Z$/.exec(text);
  if (!match) return h("span", {}, text);
  const [, day, minute, second, fraction] = match;
  const seconds = (second && second !== "00") || fraction ? `:${second}` : "";
  return h("time", { datetime: text, title: `${text} (UTC)`, class: "nowrap number" }, `${day} ${minute}${seconds}`);
}

function whole(cell) {
  if (cell === null || cell === undefined) return h("span", { class: "none" }, "nil");
  switch (cell.kind) {
    case "bytes": return h("span", { class: "none" }, plural(cell.bytes, "byte"));
    case "date": return [instant(cell.text), h("span", { class: "hint" }, " UTC")];
    case "number": case "boolean": return h("span", { class: "number" }, cell.text);
    case "uuid": return h("code", {}, cell.text);
    default: return [h("div", { class: "long", dir: "auto", tabindex: cell.text.length > 1500 ? "0" : null }, cell.text),
      cell.bytes !== undefined && h("span", { class: "hint cut" }, `Cut here; ${bytes(cell.bytes)} in all.`)];
  }
}

// MARK: An object

async function objectPage(body, target, isCurrent) {
  const id = target.parts.join("/");
  replace(body, skeleton(8));
  const object = await ask("object", { object: id });
  if (!isCurrent()) return;
  drawSide("object", object.entity);
  const name = object.label || object.id;
  title(name);
  const panel = (text, ...content) => {
    const label = uid("panel");
    return h("section", { class: "panel", "aria-labelledby": label }, h("h2", { id: label }, text), content);
  };
  const values = h("dl", { class: "values" }, object.attributes.map((a) => [
    h("dt", {}, h("bdi", {}, a.name), h("span", { class: "hint" }, a.type)), h("dd", {}, whole(a.value ?? null))]));
  const related = object.relationships.map((r) => relation(object, r));
  replace(body, head([h("p", { class: "crumb" }, h("a", { href: entityHref(object.entity) }, h("bdi", {}, object.entity))),
    heading(h("bdi", {}, name)), h("code", { class: "hint break" }, object.id)], copyButton(object.uri, "Copy URI")),
  h("div", { class: "object" },
    h("div", {}, panel("Attributes", object.attributes.length ? values : h("p", { class: "hint" }, "The entity has none."))),
    h("div", {}, panel("Relationships", related.length ? h("div", {}, related) : h("p", { class: "hint" }, "The entity has none.")))));
}

function relation(object, r) {
  const list = h("ul", { class: "members", "aria-label": r.name });
  const more = h("div", {});
  let loaded = 0;
  const add = (objects) => {
    loaded += objects.length;
    list.append(...objects.map((o) => h("li", {}, o.missing
      ? h("span", { class: "none" }, h("bdi", {}, o.id), h("span", {}, "not in the store"))
      : h("a", { href: objectHref(o.id) }, h("bdi", {}, o.label || o.id), o.label && h("code", {}, o.id)))));
    replace(more, loaded < r.count && button(`Show more of ${count(r.count)}`, {
      class: "small", onclick: async (event) => {
        event.currentTarget.disabled = true;
        try { add((await ask("members", { object: object.id, relationship: r.name, offset: loaded })).objects); }
        catch (error) { replace(more, errorBox(error)); }
      },
    }));
  };
  add(r.objects);
  const kind = r.toMany ? `${plural(r.count, r.destination, r.destination)}${r.ordered ? ", ordered" : ""}` : r.destination;
  return h("div", { class: "relation" }, h("h3", {}, h("bdi", {}, r.name), h("span", { class: "hint" }, kind)),
    r.count === 0 ? h("p", { class: "none" }, r.toMany ? "None" : "nil") : list, more);
}

// MARK: Its mirror

function mirror(body, target, isCurrent) {
  title("Mirroring");
  return mirrorPage({ ask, head, heading, objectHref, entityHref }, body, target.query, isCurrent);
}

// MARK: Shortcuts

const KEYS = [["/", "To the predicate box"], ["r", "Run the query again"], ["m", "The model"], ["c", "Its mirror in CloudKit"], ["t", "Change colours: light, dark, as the system"], ["?", "This list"]];
const BOX = [["Enter", "Run the query"], ["Shift Enter", "A new line"], ["Ctrl Space", "Completions"], ["↑ ↓", "Choose a completion"], ["Tab or Enter", "Take it"], ["Escape", "Close"]];

function help() {
  const table = (rows) => h("dl", { class: "keys" }, rows.map(([key, text]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, text)]));
  dialog("Keyboard shortcuts", [table(KEYS), h("h3", {}, "Predicate box"), table(BOX)], { kind: "small" });
}

document.addEventListener("keydown", (event) => {
  if (!model || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  if (event.key === "Escape" && isSideOpen()) { leaveSide(); return; }
  if (event.target.matches?.("input, textarea, select, [contenteditable]")) return;
  if (event.key === "?") { event.preventDefault(); help(); return; }
  if (event.key === "m") { location.hash = "#/"; return; }
  if (event.key === "c") { location.hash = "#/mirror"; return; }
  if (event.key === "t") {
    alertText(`Colours: ${turnTheme()}`);
    root.querySelector(".side-foot .segmented")?.replaceWith(themeSwitch());
    return;
  }
  const action = shortcuts.get(event.key);
  if (action) { event.preventDefault(); action(); }
});

// MARK: Start

window.addEventListener("hashchange", async () => {
  const before = shown?.entity;
  await route();
  // Within the objects of an entity the focus and the place stay.
  if (before !== undefined && shown?.entity === before) return;
  document.getElementById("page-title")?.focus({ preventScroll: true });
  scrollTo(0, 0);
});

route();
