// The record browser: predicate box, table, map, pages, explanation.
import * as api from "./api.js";
import { openEditor } from "./editor.js";
import { openExport } from "./export.js";
import { worldMap } from "./map.js";
import { PredicateBox } from "./predicate.js";
import { brief, wireType, zoneKey, zoneOf } from "./values.js";
import { alertText, button, confirmation, copyButton, count, dialog, empty, errorBox, h, icon,
  iconButton, labelled, notice, noUser, picker, plural, replace, segmented, select, skeleton, time, toast, userChoices } from "./ui.js";

const PAGE_SIZES = [25, 50, 100, 200];

/// What an address names and the container does not have.
function missing(query, types) {
  const [type, database] = [query.get("type"), query.get("database")];
  if (type && !types.some((t) => t.name === type)) return `There is no record type ${type}`;
  if (database && !["public", "private", "shared"].includes(database)) return `There is no database ${database}`;
  return null;
}

/// Choices with one that is chosen though it is not among them, so that no other is shown for it.
const withValue = (options, value, text) => (value && !options.some(([key]) => key === value)
  ? [...options, [value, text]] : options);

export async function recordsPage(app, root) {
  const { place } = app;
  const query = app.query;
  const schema = await app.schema(true);
  const types = schema.types.filter((t) => !t.isSystem || t.name === "cloudkit.share");
  const absent = missing(query, types);
  if (absent && types.length) {
    replace(root, app.head("Records"), empty("records", absent, `${place.container} does not have it in ${place.environment}. It has:`,
      types.slice(0, 30).map((t) => h("a", { class: "button small", href: app.href("records", { type: t.name }) }, t.name))));
    return undefined;
  }
  if (types.length === 0) {
    const isDevelopment = place.environment === "development";
    replace(root, app.head("Records"), empty("records", "No record types yet",
      isDevelopment
        ? "Save a record from your app, or define a record type; it appears here."
        : "Deploy the schema of the development environment; then records can be saved here.",
      button("Open the schema", { kind: "primary", onclick: () => app.go("schema") }, "schema")));
    return undefined;
  }
  const state = {
    type: query.get("type") || types[0].name,
    database: query.get("database") || "public",
    user: query.get("user") || "",
    zone: query.get("zone") || "",
    predicate: query.get("where") || "",
    sort: query.get("sort") ? { fieldName: query.get("sort").replace(/^-/, ""),
      ascending: !query.get("sort").startsWith("-") } : null,
    view: query.get("view") || "table",
    size: PAGE_SIZES.find((n) => String(n) === app.kept("page-size")) || 50,
    markers: [null], page: 0, records: [], next: null,
  };
  const type = () => types.find((t) => t.name === state.type);
  const scope = () => ({ database: state.database, user: state.database === "public" ? "" : state.user });
  let users = [];
  /// Why the list of users, and that of zones, is not there.
  let failure = null;
  let zonesFailure = null;
  let zones = [];
  let saved = [];
  let map = null;
  let asked = 0;
  let askedZones = 0;
  let matches = 0;
  /// The records that are selected, by zone and name.
  const selected = new Map();
  const keyOf = (r) => JSON.stringify([r.zoneID?.zoneName, r.zoneID?.ownerRecordName, r.recordName]);

  const results = h("div", { class: "results", id: "results" });
  const absence = h("div", { class: "absence" });
  const total = h("span", { class: "count", "aria-live": "polite" });
  const box = new PredicateBox({
    value: state.predicate, type: type(), onRun: () => run(),
    check: (text) => api.post(api.admin(place, "check"), { recordType: state.type, predicate: text }),
  });
  const typeSlot = h("div", { class: "contents" });
  const placeSlot = h("div", { class: "contents" });
  const bar = h("div", { class: "controls" }, typeSlot, placeSlot);
  const savedMenu = h("div", { class: "saved" });

  /// The query as the address has it.
  function address() {
    const next = { type: state.type };
    if (state.database !== "public") Object.assign(next, { database: state.database, user: state.user });
    if (state.zone) next.zone = state.zone;
    if (state.predicate.trim()) next.where = state.predicate;
    if (state.sort) next.sort = `${state.sort.ascending ? "" : "-"}${state.sort.fieldName}`;
    if (state.view !== "table") next.view = state.view;
    return next;
  }

  /// A record as the address has it.
  function recordAddress(recordName, zoneID) {
    const { zoneName } = zoneID || {};
    if (!zoneName || zoneName === "_defaultZone") return { record: recordName };
    return { record: recordName, recordZone: zoneKey(state.database === "shared" ? zoneID : { zoneName }) };
  }

  const recordHref = (recordName, zoneID) => app.href("records", { ...address(), ...recordAddress(recordName, zoneID) });

  function body(extra = {}) {
    return {
      database: state.database, ...(scope().user ? { user: state.user } : {}),
      recordType: state.type, predicate: state.predicate,
      sortBy: state.sort ? [state.sort] : [], limit: state.size, numbersAsStrings: true,
      quarry: { exact: true },
      ...(state.zone ? { zone: zoneOf(state.zone) } : {}), ...extra,
    };
  }

  function drawBar() {
    const databases = [["public", "Public"], ["private", "Private"], ["shared", "Shared"]];
    // Rebuilt for another type only: the user may be typing in it.
    if (typeSlot.dataset.type !== state.type) {
      typeSlot.dataset.type = state.type;
      replace(typeSlot, labelled("Record type", picker(types.map((t) => t.name), state.type, (value) => {
        state.type = value;
        state.sort = null;
        state.predicate = "";
        typeSlot.dataset.type = value;
        box.setType(type());
        box.value = "";
        run();
      })));
    }
    replace(placeSlot,
      labelled("Database", select(databases, state.database, async (value) => {
        state.database = value;
        state.zone = "";
        if (value !== "public" && !state.user && users.length) state.user = users[0].recordName;
        drawBar();
        await loadZones();
        run();
      })),
      state.database !== "public" && labelled("User", select(userChoices(users, state.user, failure), state.user, async (value) => {
        state.user = value;
        state.zone = "";
        await loadZones();
        run();
      })),
      labelled("Zone", select(withValue([["", "All zones"], ...zones.map((z) => [
        zoneKey(z.zoneID),
        z.zoneID.zoneName === "_defaultZone" ? "Default zone" : z.zoneID.zoneName])], state.zone,
      zoneOf(state.zone).zoneName + (zonesFailure ? "" : " (not found)")), state.zone,
      (value) => { state.zone = value; run(); })));
  }

  async function loadUsers() {
    failure = null;
    try { users = await app.users(); } catch (error) { failure = error; }
    if (state.database !== "public" && !state.user && users.length) state.user = users[0].recordName;
    drawBar();
  }

  async function loadZones() {
    const mine = ++askedZones;
    let found = [];
    let problem = null;
    zones = [];
    const { database, user } = scope();
    if (database === "public" || user) {
      try {
        const search = new URLSearchParams({ database, ...(user ? { user } : {}) });
        found = (await api.get(api.admin(place, `zones?${search}`))).zones;
      } catch (error) { problem = error; } // The records are shown without a choice of zones.
    }
    // The answer for another database may come late.
    if (mine !== askedZones) return;
    zones = found;
    zonesFailure = problem;
    // Links name a zone without its owner where only one can be meant.
    const { zoneName, ownerRecordName } = zoneOf(state.zone);
    const named = zones.filter((zone) => zone.zoneID.zoneName === zoneName);
    if (state.zone && !ownerRecordName && named.length === 1) state.zone = zoneKey(named[0].zoneID);
    drawBar();
  }

  async function loadSaved() {
    try { saved = (await api.get(api.admin(place, "saved-queries"))).savedQueries; } catch { saved = []; }
    drawSaved();
  }

  function drawSaved() {
    replace(savedMenu, saved.length > 0 && h("span", { class: "hint" }, "Saved"),
      saved.map((item) => h("span", { class: "saved-item" },
        h("button", {
          type: "button", class: "chip-button", title: `${item.recordType}: ${item.predicate || "all records"}`,
          onclick: () => {
            if (!types.some((t) => t.name === item.recordType)) {
              return toast(`There is no record type ${item.recordType} here.`, "error");
            }
            state.type = item.recordType;
            state.predicate = item.predicate;
            state.sort = item.sortBy[0] || null;
            box.setType(type());
            box.value = item.predicate;
            drawBar();
            return run();
          },
        }, item.name),
        h("button", {
          type: "button", class: "chip-close", "aria-label": `Delete the saved query ${item.name}`,
          onclick: async () => {
            if (!await confirmation("Delete saved query", `“${item.name}” is deleted for all users.`, "Delete")) return;
            await changeSaved((all) => all.filter((other) => other.name !== item.name));
          },
        }, "×"))));
  }

  /// Changes the saved queries, as the server has them now; false where it does not take them.
  async function changeSaved(change) {
    const path = api.admin(place, "saved-queries");
    try {
      saved = (await api.edit(path, ({ savedQueries }) => ({ savedQueries: change(savedQueries) }))).savedQueries;
      drawSaved();
      return true;
    } catch (error) {
      toast(error.message, "error");
      loadSaved();
      return false;
    }
  }

  function saveQuery() {
    const predicate = box.value;
    const input = h("input", { type: "text", required: true, maxlength: 80 });
    const problem = h("p", { class: "field-error", role: "alert" });
    const keep = async () => {
      const name = input.value.trim();
      if (!name) { problem.textContent = "Give it a name."; input.focus(); return; }
      const query = { name, recordType: state.type, predicate, sortBy: state.sort ? [state.sort] : [] };
      if (!await changeSaved((all) => [...all.filter((item) => item.name !== name), query].sort((a, b) => a.name.localeCompare(b.name)))) return;
      opened.close();
      toast(`Saved as “${name}”.`);
    };
    const opened = dialog("Save this query", h("form", {
      onsubmit: (event) => { event.preventDefault(); keep(); },
    }, labelled("Name", input, { hint: "A query of the same name is replaced." }), problem), {
      kind: "small", actions: [button("Cancel", { onclick: () => opened.close() }),
        button("Save", { kind: "primary", onclick: keep })],
    });
    input.focus();
  }

  async function run({ keepsPage = false, isFirst = false } = {}) {
    // What is typed is not asked before it is run: the pages and markers are of the last query.
    if (!keepsPage) { state.predicate = box.value; state.markers = [null]; state.page = 0; selected.clear(); }
    if (isFirst) {
      const record = ["record", "recordZone"].filter((name) => query.get(name)).map((name) => [name, query.get(name)]);
      app.remember("records", { ...address(), ...Object.fromEntries(record) });
    } else if (!keepsPage) {
      replace(absence);
      app.visit("records", address());
    }
    const mine = ++asked;
    results.setAttribute("aria-busy", "true");
    if (!results.firstChild) replace(results, skeleton(8));
    if (state.database !== "public" && !state.user) {
      total.textContent = "";
      replace(results, noUser(failure, async () => { await loadUsers(); await loadZones(); run(); }));
      results.removeAttribute("aria-busy");
      return;
    }
    try {
      const marker = state.markers[state.page];
      const page = await api.post(api.admin(place, "query"), body(marker ? { continuationMarker: marker } : {}));
      if (mine !== asked) return;
      state.records = page.records;
      for (const record of state.records) if (selected.has(keyOf(record))) selected.set(keyOf(record), record);
      state.next = page.continuationMarker || null;
      if (box.value === state.predicate) box.clearError();
      draw();
      countAll(mine);
    } catch (error) {
      if (mine !== asked || error.name === "AbortError") return;
      total.textContent = "";
      if (error.details?.kind === "predicate" || (error.details?.kind === "query")) {
        box.show(error);
        const wrongSort = error.details.code === "notSortable";
        replace(results, wrongSort ? notice("warn", h("p", {}, error.message), h("p", { class: "hint" }, error.advice))
          : notice("warn", h("p", {}, "The query was not run."), h("p", { class: "hint" }, "What is wrong is said under the predicate.")));
      } else if (error.code === "ZONE_NOT_FOUND") {
        replace(results, empty("zones", `There is no zone ${zoneOf(state.zone).zoneName}`, "The database has none of that name.",
          button("Search all zones", { onclick: () => { state.zone = ""; drawBar(); run(); } })));
      } else replace(results, errorBox(error, () => run()));
    } finally {
      if (mine === asked) results.removeAttribute("aria-busy");
    }
  }

  async function countAll(mine) {
    const first = state.page * state.size;
    const shown = state.records.length;
    matches = shown;
    if (!state.next && state.page === 0) {
      total.textContent = plural(shown, "record");
      return;
    }
    total.textContent = `${count(first + 1)}–${count(first + shown)}`;
    try {
      const answer = await api.post(api.admin(place, "count"), body());
      if (mine !== asked) return;
      matches = answer.count;
      total.textContent = `${count(first + 1)}–${count(first + shown)} of ${plural(answer.count, "record")}`;
    } catch { /* The page itself is there. */ }
  }

  /// Every column that there is; those of `isExtra` are shown when they are asked for.
  function allColumns() {
    const fields = type().fields.map((f) => ({
      name: f.name, label: f.name,
      isSortable: !f.isList && ["STRING", "INT64", "DOUBLE", "TIMESTAMP"].includes(f.type),
      isNumber: ["INT64", "DOUBLE"].includes(f.type) && !f.isList,
      isEmpty: (r) => r.fields?.[f.name]?.value === undefined,
      cell: (r) => brief(r.fields?.[f.name]?.value, r.fields?.[f.name]?.type || wireType(f.type, f.isList),
        (reference) => recordHref(reference.recordName, reference.zoneID || r.zoneID)),
    }));
    return [{
      name: "recordName", label: "Record name", isSortable: false,
      cell: (r) => h("a", {
        class: "link record-link", href: recordHref(r.recordName, r.zoneID), onclick: (event) => {
          event.stopPropagation();
          // With a modifier the browser opens the address elsewhere.
          if (event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          edit(r);
        },
      }, h("bdi", {}, r.recordName)),
    }, ...fields, {
      name: "modificationDate", label: "Modified", isSortable: true,
      cell: (r) => (r.modified ? time(r.modified.timestamp, "nowrap") : "–"),
    }, {
      name: "creationDate", label: "Created", isSortable: true, isExtra: true,
      cell: (r) => (r.created ? time(r.created.timestamp, "nowrap") : "–"),
    }, {
      name: "creatorUserRecordID", label: "Created by", isExtra: true, cell: (r) => h("code", {}, r.created?.userRecordName || "–"),
    }, {
      name: "lastModifiedUserRecordID", label: "Modified by", isExtra: true, cell: (r) => h("code", {}, r.modified?.userRecordName || "–"),
    }, {
      name: "zoneID", label: "Zone", isExtra: true, cell: (r) => h("span", {}, r.zoneID?.zoneName || "_defaultZone"),
    }, {
      name: "recordChangeTag", label: "Change tag", isExtra: true, cell: (r) => h("code", {}, r.recordChangeTag || "–"),
    }];
  }

  /// What differs from the columns that a type shows by itself: names that are hidden or added.
  const columnsKey = () => `columns ${place.container} ${state.type}`;
  function chosenColumns() {
    try { return new Map(Object.entries(JSON.parse(app.kept(columnsKey()) || "{}"))); } catch { return new Map(); }
  }

  function columns() {
    const chosen = chosenColumns();
    return allColumns().filter((c) => c.name === "recordName" || (chosen.get(c.name) ?? !c.isExtra));
  }

  function chooseColumns() {
    const list = h("div", { class: "stack-tight" });
    const keep = (chosen) => {
      app.keep(columnsKey(), JSON.stringify(Object.fromEntries(chosen)));
      draw();
    };
    const drawList = () => {
      const shown = new Set(columns().map((c) => c.name));
      replace(list, allColumns().slice(1).map((c) => h("label", { class: "check" }, h("input", {
        type: "checkbox", checked: shown.has(c.name), onchange: (event) => keep(chosenColumns().set(c.name, event.target.checked)),
      }), h("bdi", {}, c.label))));
    };
    drawList();
    const opened = dialog("Columns", [h("p", { class: "hint" }, `For ${state.type}, in this browser.`), list], {
      kind: "small", actions: [button("As at first", { onclick: () => { keep(new Map()); drawList(); } }),
        h("span", { class: "grow" }), button("Done", { kind: "primary", onclick: () => opened.close() })],
    });
  }

  function sortBy(column) {
    const isIt = state.sort?.fieldName === column.name;
    if (isIt && !state.sort.ascending) state.sort = null;
    else state.sort = { fieldName: column.name, ascending: !isIt };
    run().then(() => {
      alertText(state.sort ? `Sorted by ${column.label}, ${state.sort.ascending ? "ascending" : "descending"}` : "Not sorted");
      results.querySelector(`[data-column="${CSS.escape(column.name)}"]`)?.focus();
    });
  }

  function header(column) {
    const isIt = state.sort?.fieldName === column.name;
    const direction = isIt ? (state.sort.ascending ? "ascending" : "descending") : "none";
    const label = [column.label, isIt && icon(state.sort.ascending ? "up" : "down", 14)];
    return h("th", { scope: "col", "aria-sort": column.isSortable ? direction : null, class: column.isNumber ? "right" : "" },
      column.isSortable
        ? h("button", { type: "button", class: "sort", dataset: { column: column.name }, onclick: () => sortBy(column) }, label)
        : h("span", {}, label));
  }

  function draw() {
    map?.stop();
    map = null;
    drawTools();
    if (state.records.length === 0) {
      const filtered = state.predicate.trim() !== "";
      if (!filtered && !failure && state.database !== "public" && !users.some((u) => u.recordName === state.user)) {
        return replace(results, empty("users", `There is no user ${state.user}`, "Nothing is stored under this record name either."));
      }
      return replace(results, empty("records", filtered ? "Nothing matches" : `No ${state.type} records`,
        filtered ? "No record here satisfies the predicate." : "Records that are saved here appear in this list.",
        filtered
          ? button("Show all", { onclick: () => { box.value = ""; run(); } })
          : state.database !== "shared" && button("New record", { kind: "primary", onclick: () => edit(null) }, "plus")));
    }
    const locations = type().fields.filter((f) => f.type === "LOCATION");
    if (state.view === "map" && locations.length) return drawMap(locations);
    const cols = columns();
    const boxes = state.records.map(() => null);
    const isAll = () => state.records.every((r) => selected.has(keyOf(r)));
    const everyBox = h("input", {
      type: "checkbox", "aria-label": "Select every record of this page", onchange: () => {
        state.records.forEach((r, index) => pick(r, everyBox.checked, boxes[index]));
        drawTools();
      },
    });
    const mark = () => {
      everyBox.checked = isAll();
      everyBox.indeterminate = !isAll() && state.records.some((r) => selected.has(keyOf(r)));
    };
    const pick = (record, isOn, node) => {
      if (isOn) selected.set(keyOf(record), record); else selected.delete(keyOf(record));
      node.checked = isOn;
      node.closest("tr").classList.toggle("is-chosen", isOn);
      mark();
    };
    const pickBox = (record) => {
      const node = h("input", {
        type: "checkbox", "aria-label": `Select ${record.recordName}`, checked: selected.has(keyOf(record)),
        onchange: () => { pick(record, node.checked, node); drawTools(); },
      });
      boxes[state.records.indexOf(record)] = node;
      return node;
    };
    mark();
    const table = h("table", { class: "records" },
      h("caption", { class: "hidden-text" }, `${state.type} records`),
      h("thead", {}, h("tr", {}, h("td", { class: "pick" }, everyBox), cols.map(header))),
      h("tbody", {}, state.records.map((record) => h("tr", {
        dataset: { record: record.recordName }, class: selected.has(keyOf(record)) ? "is-chosen" : "",
        onclick: () => { if (!getSelection().toString()) edit(record); },
      }, h("td", { class: "pick", onclick: (event) => event.stopPropagation() }, pickBox(record)), cols.map((column, index) => h(index === 0 ? "th" : "td", {
        scope: index === 0 ? "row" : null, "data-label": column.label,
        class: `${column.isNumber ? "right" : ""} ${column.isEmpty?.(record) ? "is-empty" : ""}`.trim(),
      }, column.cell(record)))))));
    return replace(results, h("div", { class: "table-frame", tabindex: "0", role: "region", "aria-label": "Records" }, table), pager());
  }

  function drawMap(locations) {
    const points = [];
    for (const record of state.records) {
      for (const field of locations) {
        const value = record.fields?.[field.name]?.value;
        for (const point of Array.isArray(value) ? value : value ? [value] : []) {
          points.push({ latitude: Number(point.latitude), longitude: Number(point.longitude), record,
            label: `${record.fields?.name?.value || record.fields?.title?.value || record.recordName}` });
        }
      }
    }
    map = worldMap({ points, height: 520, label: `Map of ${state.type}`, onPick: (point) => edit(point.record) });
    replace(results, points.length === 0 && notice("info", "No record of this page has a location."), map.element, pager());
  }

  function pager() {
    const move = async (step) => {
      // The marker of the next page is not there yet.
      if (results.hasAttribute("aria-busy")) return;
      if (step > 0) state.markers[state.page + 1] = state.next;
      state.page += step;
      await run({ keepsPage: true });
      results.scrollIntoView({ block: "nearest" });
      alertText(`Page ${state.page + 1}`);
    };
    if (state.page === 0 && !state.next) return null;
    return h("nav", { class: "pager", "aria-label": "Pages of records" },
      button("Previous", { disabled: state.page === 0, onclick: () => move(-1) }, "left"),
      h("span", {}, `Page ${state.page + 1}`),
      button("Next", { disabled: !state.next, onclick: () => move(1) }, "right"));
  }

  /// What can be done with the records: with those selected, or with all.
  function drawTools() {
    const copy = button("Export or copy", { class: "small", disabled: state.records.length === 0, onclick: () => openExport({
      place, scope: scope(), body: body(), fields: type().fields.map((f) => f.name), page: state.records, selected: [...selected.values()], total: matches,
    }) }, "copy");
    replace(tools, selected.size > 0 && [h("strong", { "aria-live": "polite" }, `${count(selected.size)} selected`),
      button("Delete", { kind: "danger-quiet", class: "small", onclick: removeSelected }, "trash"),
      button("Select none", { class: "small", onclick: () => { selected.clear(); draw(); } })], copy);
  }

  async function removeSelected() {
    const records = [...selected.values()];
    const sure = await confirmation(`Delete ${plural(records.length, "record")}`,
      "They are deleted permanently, with the records that are deleted with them.", "Delete", records.length > 10 ? { typed: String(records.length) } : {});
    if (!sure) return;
    const zoned = Map.groupBy(records, (r) => keyOf({ ...r, recordName: "" }));
    const failures = [];
    let done = 0;
    let problem;
    try {
      for (const group of zoned.values()) {
        for (let at = 0; at < group.length; at += 200) {
          const answer = await api.database(place, scope(), "records/modify", {
            operations: group.slice(at, at + 200).map((r) => ({ operationType: "delete", record: { recordName: r.recordName, recordChangeTag: r.recordChangeTag } })),
            atomic: false, ...(state.database === "public" ? {} : { zoneID: group[0].zoneID }),
          });
          // What a record that went before has taken with it is gone as well.
          const kept = answer.records.filter((r) => r.serverErrorCode && r.serverErrorCode !== "NOT_FOUND");
          failures.push(...kept);
          done += answer.records.length - kept.length;
        }
      }
    } catch (error) { problem = error; }
    selected.clear();
    await run();
    if (problem) toast(`${plural(done, "record")} deleted, then: ${problem.message}`, "error");
    if (failures.length === 0) return problem || toast(`${plural(done, "record")} deleted.`);
    return dialog("Not everything is deleted", [h("p", {}, `${plural(done, "record")} deleted. These stay:`), h("div", { class: "table-frame" }, h("table", { class: "plain-table" },
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Record"), h("th", { scope: "col" }, "Why"))),
      h("tbody", {}, failures.map((r) => h("tr", {}, h("th", { scope: "row" }, h("code", {}, r.recordName)),
        h("td", {}, r.serverErrorCode === "CONFLICT" ? "It was changed meanwhile." : r.reason))))))]);
  }

  /// Opens a record, which stands in the address while it is open; a new one without.
  function edit(record) {
    if (record) app.visit("records", { ...address(), ...recordAddress(record.recordName, record.zoneID) });
    const here = location.hash;
    openEditor(app, {
      place, scope: scope(), schema, type: record?.recordType || state.type, record,
      zone: state.zone, zones, onSaved: (saved) => {
        const key = record && keyOf(record);
        if (selected.has(key)) { if (saved) selected.set(key, saved); else selected.delete(key); }
        run({ keepsPage: true });
      },
      hrefOf: (reference, zoneID) => recordHref(reference.recordName, reference.zoneID || zoneID),
      onClose: () => { if (record && location.hash === here) app.leave("records", address()); },
    });
  }

  /// The record that the address names; nil when there is none.
  async function namedRecord() {
    const zone = query.get("recordZone") || state.zone;
    const ids = zone ? [zoneOf(zone)] : state.database === "public" ? [null] : zones.slice(0, 200).map((z) => z.zoneID);
    const problem = state.user ? zonesFailure : failure;
    if (ids.length === 0 && problem) throw problem;
    if (ids.length === 0) return null;
    const answer = await api.database(place, scope(), "records/lookup", {
      records: ids.map((zoneID) => ({ recordName: query.get("record"), ...(zoneID ? { zoneID } : {}) })), numbersAsStrings: true, quarry: { exact: true },
    });
    return answer.records.find((r) => !r.serverErrorCode) || null;
  }

  async function explain() {
    const question = body({ predicate: box.value });
    const content = h("div", {}, skeleton(5));
    const opened = dialog("How this query is answered", content, { kind: "wide" });
    const show = async () => {
      try {
        const plan = await api.post(api.admin(place, "explain"), question);
        replace(content, explanation(plan, async (suggestion) => {
          await addIndex(suggestion);
          await show();
        }));
      } catch (error) {
        opened.close();
        if (error.details?.kind) box.show(error); else toast(error.message, "error");
      }
    };
    await show();
  }

  function explanation(plan, add) {
    return [
      plan.scans
        ? notice("warn", h("p", {}, "Every record of the zone is looked at."),
          h("p", { class: "hint" }, "Fine for a few thousand records; an index makes it fast for more."))
        : h("div", { class: "notice ok" }, icon("check"), h("p", {}, plan.indexUsed.length
          ? "An index answers this query." : "No record is looked at beyond what is asked for.")),
      h("h3", {}, "Index used"),
      plan.indexUsed.length ? h("ul", { class: "plain" }, plan.indexUsed.map((name) => h("li", {}, h("code", {}, name))))
        : h("p", { class: "hint" }, "None."),
      plan.indexToAdd.length > 0 && [h("h3", {}, "Index to add"),
        h("ul", { class: "plain" }, plan.indexToAdd.map((name) => h("li", { class: "row" }, h("code", {}, name),
          button("Switch it on", {
            kind: "primary small", onclick: async (event) => {
              event.currentTarget.disabled = true;
              await add(name);
            },
          }, "check"))))],
      plan.indexUnused.length > 0 && [h("h3", {}, "Unused for 30 days"),
        h("ul", { class: "plain" }, plan.indexUnused.map((name) => h("li", {}, h("code", {}, name))))],
      plan.sql && [h("h3", {}, "SQL"), h("div", { class: "code-frame" }, h("pre", { class: "code" }, plan.sql), copyButton(plan.sql)),
        plan.parameters.length > 0 && h("p", { class: "parameters" }, h("span", { class: "hint" }, "Values "),
          plan.parameters.map((v, i) => [i > 0 && " ", h("code", {}, typeof v === "string" ? `"${v}"` : JSON.stringify(v))]))],
      plan.plan.length > 0 && [h("h3", {}, "Plan"), h("pre", { class: "code" }, plan.plan.join("\n"))],
      plan.recheck && [h("h3", {}, "Decided while records stream"), h("pre", { class: "code" }, plan.recheck)],
    ];
  }

  /// `City.population QUERYABLE`
  async function addIndex(suggestion) {
    const [path, ...options] = suggestion.split(/\s+/);
    try {
      const fresh = await app.schema(true);
      // Both names may have dots: `cloudkit.share.cloudkit.title SORTABLE`.
      const owner = fresh.types.find((t) => path.startsWith(`${t.name}.`));
      const fieldName = path.slice(owner?.name.length + 1);
      const system = owner?.systemFields.find((f) => f.name === fieldName || f.queryNames.includes(fieldName));
      const field = owner?.fields.find((f) => f.name === fieldName) || system;
      if (!field) throw new Error(`There is no field ${path}.`);
      for (const option of options) field[option.toLowerCase()] = true;
      const { schemaText } = await import("./schema-text.js");
      await api.putText(api.admin(place, "schema"), schemaText(fresh), fresh.tag);
      Object.assign(schema, await app.schema(true));
      types.splice(0, types.length, ...schema.types.filter((t) => !t.isSystem || t.name === "cloudkit.share"));
      box.setType(type());
      return toast(`${path} is ${options.join(" ")} now.`);
    } catch (error) { return toast(error.message, "error"); }
  }

  const hasMap = () => type().fields.some((f) => f.type === "LOCATION");
  const tools = h("div", { class: "row" });
  const viewSwitch = h("div", { class: "row" });
  function drawView() {
    replace(viewSwitch, button("Columns", { class: "small", onclick: chooseColumns }),
      select(PAGE_SIZES.map((n) => [String(n), `${n} rows`]), String(state.size), (value) => {
        state.size = Number(value);
        app.keep("page-size", value);
        run();
      }, { class: "page-size", "aria-label": "Rows of a page" }),
      hasMap() && segmented("View", [["table", "Table", "table"], ["map", "Map", "map"]],
      state.view, (value) => { state.view = value; app.visit("records", address()); draw(); }));
  }

  replace(root, app.head("Records", button("New record", { id: "new", onclick: () => edit(null) }, "plus")),
    bar,
    h("div", { class: "query-bar" }, box.element,
      h("div", { class: "row query-actions" },
        button("Run", { kind: "primary", onclick: () => run(), id: "run" }, "play"),
        button("Explain", { onclick: explain }, "plan"),
        button("Save", { onclick: saveQuery }, "star"))),
    savedMenu,
    absence, h("div", { class: "row spread above-results" }, total, h("div", { class: "row" }, tools, viewSwitch)),
    results);
  drawBar();
  drawView();
  const observer = new MutationObserver(() => drawViewIfNeeded());
  let lastType = state.type;
  function drawViewIfNeeded() {
    if (lastType === state.type) return;
    lastType = state.type;
    if (!hasMap()) state.view = "table";
    drawView();
  }
  observer.observe(results, { childList: true });
  app.shortcut("/", () => box.input.focus());
  app.shortcut("n", () => edit(null));
  app.shortcut("e", () => explain());
  app.shortcut("r", () => run({ keepsPage: box.value === state.predicate }));
  await loadUsers();
  const zonesLoaded = loadZones();
  loadSaved();
  const wanted = query.get("record");
  let found = null;
  let problem = null;
  if (wanted || state.zone) await zonesLoaded;
  if (wanted) {
    try { found = await namedRecord(); } catch (error) { if (error.status !== 404) problem = error; }
    if (found && !query.get("type") && types.some((t) => t.name === found.recordType)) {
      state.type = found.recordType;
      box.setType(type());
      drawBar();
      drawView();
    }
  }
  await run({ isFirst: true });
  if (found) edit(found);
  else if (wanted) {
    const text = problem ? problem.message : `There is no record ${wanted} in this database.`;
    replace(absence, notice("warn", h("p", {}, text)));
    alertText(text);
  }
  return () => { observer.disconnect(); map?.stop(); };
}
