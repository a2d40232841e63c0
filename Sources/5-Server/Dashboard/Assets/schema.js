// The schema editor: types, fields, the three switches, rights; deploying with its difference.
import * as api from "./api.js";
import { schemaText } from "./schema-text.js";
import { SCALARS, TYPE_NAMES } from "./values.js";
import { button, confirmation, copyButton, count, dialog, empty, errorBox, h, icon, iconButton, labelled, notice, plural,
  replace, select, skeleton, toast, toggle, uid } from "./ui.js";

const ALLOWED = {
  STRING: ["queryable", "sortable", "searchable"], INT64: ["queryable", "sortable"], DOUBLE: ["queryable", "sortable"],
  TIMESTAMP: ["queryable", "sortable"], LOCATION: ["queryable", "sortable"], REFERENCE: ["queryable"], BYTES: ["queryable"], ASSET: [],
};

function allowed(field) {
  if (field.isEncrypted) return [];
  if (!field.isList) return ALLOWED[field.type];
  return ALLOWED[field.type].filter((name) => name === "queryable" || (name === "searchable" && field.type === "STRING"));
}

const SWITCHES = [["queryable", "Queryable", "may be compared in a predicate"], ["sortable", "Sortable", "may be sorted by"],
  ["searchable", "Searchable", "its words may be searched"]];

const NAME = /^[A-Za-z][A-Za-z0-9_]{0,254}$/;

export async function schemaPage(app, root) {
  const { place } = app;
  const isProduction = place.environment === "production";
  let stored = null;
  let draft = null;
  let chosen = app.query.get("type");
  let search = "";
  const content = h("div", {}, skeleton(8));
  const pending = h("div", { class: "pending", "aria-live": "polite" });
  const isChanged = () => draft && schemaText(draft) !== schemaText(stored);

  async function load() {
    try {
      stored = await api.schema(place, "&counts=true");
      draft = structuredClone(stored);
      app.keepSchema(place, structuredClone(stored));
      draw();
    } catch (error) { replace(content, errorBox(error, load)); }
  }

  function changed() {
    drawPending();
    app.isDirty = isChanged();
  }

  function drawPending() {
    replace(pending, isChanged() && [h("span", {}, icon("pencil"), " Changes that are not saved"),
      h("span", { class: "row" }, button("Discard", { onclick: () => {
        draft = structuredClone(stored);
        if (!draft.types.some((type) => type.name === chosen)) chosen = null;
        app.isDirty = false;
        draw();
      } }),
        button("Review and save", { kind: "primary", onclick: review, id: "review" }))]);
    pending.classList.toggle("is-on", !!isChanged());
  }

  function draw() {
    drawPending();
    const types = draft.types;
    if (!chosen) chosen = (types.find((t) => !t.isSystem) || types[0])?.name;
    const found = types.filter((t) => t.name.toLowerCase().includes(search.trim().toLowerCase()));
    const list = h("nav", { class: "type-list", "aria-label": "Record types" }, found.length === 0 && h("p", { class: "none" }, "No type matches"), found.map((type) => h("button", {
      type: "button", class: "type-item", "aria-current": type.name === chosen ? "true" : null,
      onclick: () => { chosen = type.name; app.remember("schema", { type: chosen }); draw(); content.querySelector(".type-item[aria-current]")?.focus(); },
    }, h("span", { class: "ellipsis" }, type.name), h("span", { class: "hint" }, type.records === null ? "" : count(type.records)))));
    const type = types.find((t) => t.name === chosen);
    const input = h("input", { type: "search", placeholder: "Search", "aria-label": "Search among the record types", value: search, oninput: () => {
      search = input.value;
      const caret = input.selectionStart;
      draw();
      const next = content.querySelector("input[type=search]");
      next.focus();
      next.setSelectionRange(caret, caret);
    } });
    replace(content, h("div", { class: "schema" },
      h("div", { class: "schema-side" }, types.length > 1 && input, list, !isProduction && button("Add record type", { class: "wide", onclick: addType }, "plus")),
      h("div", { class: "schema-main" }, type ? typeView(type) : chosen
        ? empty("schema", `There is no record type ${chosen}`, `${place.container} does not have it in ${place.environment}.`)
        : empty("schema", "No record types", "A record type says which fields records have."))));
  }

  function typeView(type) {
    const isFixed = type.isSystem && type.name !== "Users";
    return [
      h("div", { class: "row spread" }, h("h2", {}, type.name, type.isSystem && h("span", { class: "badge" }, "system")),
        h("span", { class: "row" }, type.records !== null && h("span", { class: "hint" }, plural(type.records, "record")),
          !type.isSystem && !isProduction && iconButton(`Delete the record type ${type.name}`, "trash", { onclick: () => dropType(type) }))),
      h("div", { class: "table-frame" }, h("table", { class: "fields-table field-cards" },
        h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Field"), h("th", { scope: "col" }, "Type"),
          SWITCHES.map(([, text, what]) => h("th", { scope: "col", class: "centre", title: `A field that is ${text.toLowerCase()} ${what}` }, text)),
          h("th", {}, h("span", { class: "hidden-text" }, "Actions")))),
        h("tbody", {}, type.fields.map((field) => fieldRow(type, field, isFixed)),
          type.fields.length === 0 && h("tr", {}, h("td", { colspan: 6, class: "none" }, "No fields yet."))))),
      !isProduction && !isFixed && button("Add field", { onclick: () => addField(type) }, "plus"),
      h("details", {}, h("summary", {}, "System fields"), h("div", { class: "table-frame" }, h("table", { class: "fields-table" },
        h("tbody", {}, type.systemFields.map((field) => h("tr", {}, h("th", { scope: "row" }, h("code", {}, field.name),
          h("span", { class: "hint block" }, field.queryNames[0])), h("td", {}, TYPE_NAMES[field.type]),
        SWITCHES.slice(0, 2).map(([key, text]) => h("td", { class: "centre" },
          key === "sortable" && field.type !== "TIMESTAMP" ? null
            : toggle(`${field.name} ${text}`, field[key], (on) => { field[key] = on; changed(); }))))))))),
      grants(type)];
  }

  function fieldRow(type, field, isFixed) {
    const may = allowed(field);
    return h("tr", { dataset: { field: field.name } },
      h("th", { scope: "row" }, field.name, field.isEncrypted && h("span", { title: "Encrypted" }, icon("lock", 14)),
        field.isFresh && h("span", { class: "badge new" }, "new")),
      h("td", {}, field.isList ? `List of ${TYPE_NAMES[field.type]}` : TYPE_NAMES[field.type]),
      SWITCHES.map(([key, text]) => h("td", { class: "centre", "data-label": text }, may.includes(key)
        ? toggle(`${field.name} ${text}`, field[key], (on) => { field[key] = on; changed(); }, { disabled: isFixed })
        : h("span", { class: "none", "aria-label": "not possible" }, "–"))),
      h("td", { class: "right" }, !isProduction && !isFixed && iconButton(`Remove the field ${field.name}`, "trash", {
        onclick: () => {
          type.fields = type.fields.filter((other) => other !== field);
          changed();
          draw();
        },
      })));
  }

  function grants(type) {
    const roles = ["_world", "_icloud", "_creator", ...draft.roles];
    const what = { _world: "everybody", _icloud: "signed-in users", _creator: "who created the record" };
    const has = (role, permission) => type.grants.find((g) => g.role === role)?.permissions.includes(permission);
    const set = (role, permission, on) => {
      let grant = type.grants.find((g) => g.role === role);
      if (!grant) type.grants.push(grant = { role, permissions: [] });
      grant.permissions = ["READ", "CREATE", "WRITE"].filter((p) => (p === permission ? on : grant.permissions.includes(p)));
      changed();
    };
    return h("details", {}, h("summary", {}, "Who may do what in the public database"),
      h("div", { class: "table-frame" }, h("table", { class: "fields-table" },
        h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Role"), ["Read", "Create", "Write"].map((p) => h("th", { scope: "col", class: "centre" }, p)))),
        h("tbody", {}, roles.map((role) => h("tr", {}, h("th", { scope: "row" }, h("code", {}, role), h("span", { class: "hint block" }, what[role] || "custom role")),
          ["READ", "CREATE", "WRITE"].map((p) => h("td", { class: "centre" },
            role === "_creator" && p === "CREATE" ? null : toggle(`${role} ${p}`, has(role, p), (on) => set(role, p, on))))))))),
      button("Add a role", { class: "small", onclick: addRole }, "plus"));
  }

  function ask(title, fields, label, action) {
    const problem = h("p", { class: "field-error", role: "alert" });
    const go = () => {
      try { action(); box.close(); } catch (error) { problem.textContent = error.message; }
    };
    const box = dialog(title, h("form", { onsubmit: (event) => { event.preventDefault(); go(); } }, fields, problem,
      h("button", { type: "submit", class: "hidden-text", tabindex: "-1" }, label)), {
      kind: "small", actions: [button("Cancel", { onclick: () => box.close() }), button(label, { kind: "primary", onclick: go })],
    });
    box.body.querySelector("input")?.focus();
  }

  const textInput = () => h("input", { type: "text", autocomplete: "off", spellcheck: "false", maxlength: 255, id: uid("name") });

  function checkName(name, what) {
    if (!NAME.test(name)) throw new Error(`The name of ${what} begins with a letter and has letters, digits and underscores.`);
  }

  function addType() {
    const input = textInput();
    ask("Add a record type", labelled("Name", input, { hint: "For example Note. It cannot be changed later." }), "Add", () => {
      const name = input.value.trim();
      checkName(name, "a record type");
      if (draft.types.some((t) => t.name === name)) throw new Error(`There is a record type ${name} already.`);
      const system = (name2, type, queryNames, on) => ({ name: name2, type, queryNames, queryable: on, sortable: on && type === "TIMESTAMP", searchable: false });
      draft.types.push({
        name, isSystem: false, records: 0, fields: [],
        systemFields: [system("___createTime", "TIMESTAMP", ["creationDate"], true), system("___createdBy", "REFERENCE", ["creatorUserRecordID"], true),
          system("___etag", "STRING", ["recordChangeTag"], true), system("___modTime", "TIMESTAMP", ["modificationDate"], true),
          system("___modifiedBy", "REFERENCE", ["lastModifiedUserRecordID"], true), system("___recordID", "REFERENCE", ["recordID"], true)],
        grants: [{ role: "_creator", permissions: ["WRITE"] }, { role: "_icloud", permissions: ["CREATE"] }, { role: "_world", permissions: ["READ"] }],
      });
      draft.types.sort((a, b) => (a.name < b.name ? -1 : 1));
      chosen = name;
      changed();
      draw();
    });
  }

  async function dropType(type) {
    const records = type.records ? ` with ${plural(type.records, "record")} of the public database` : "";
    if (!await confirmation(`Delete ${type.name}`, `The record type goes${records} when you save the schema.`, "Delete")) return;
    draft.types = draft.types.filter((t) => t !== type);
    chosen = null;
    changed();
    draw();
  }

  function addField(type) {
    const input = textInput();
    let kind = "STRING";
    let isList = false;
    let isEncrypted = false;
    const encrypted = h("input", { type: "checkbox", id: uid("encrypted"), onchange: (e) => { isEncrypted = e.target.checked; } });
    ask(`Add a field to ${type.name}`, [labelled("Name", input),
      labelled("Type", select(SCALARS.map((name) => [name, TYPE_NAMES[name]]), kind, (value) => {
        kind = value;
        encrypted.disabled = ["REFERENCE", "ASSET"].includes(value);
      })),
      h("label", { class: "check" }, h("input", { type: "checkbox", onchange: (e) => { isList = e.target.checked; } }), "A list of such values"),
      h("label", { class: "check" }, encrypted, "Encrypted (cannot be queried)")], "Add", () => {
      const name = input.value.trim();
      checkName(name, "a field");
      if (type.fields.some((f) => f.name === name)) throw new Error(`${type.name} has a field ${name} already.`);
      const field = { name, type: kind, isList, isEncrypted: isEncrypted && !encrypted.disabled, numberPreference: null,
        queryable: false, sortable: false, searchable: false, isFresh: true };
      for (const key of allowed(field)) field[key] = true;
      type.fields.push(field);
      changed();
      draw();
    });
  }

  function addRole() {
    const input = textInput();
    ask("Add a role", labelled("Name", input, { hint: "Its members are chosen under Roles." }), "Add", () => {
      const name = input.value.trim();
      checkName(name, "a role");
      if (draft.roles.includes(name)) throw new Error(`There is a role ${name} already.`);
      draft.roles.push(name);
      changed();
      draw();
    });
  }

  async function review() {
    const text = schemaText(draft);
    const body = h("div", {}, skeleton(4));
    const saveButton = button("Save", { kind: "primary", disabled: true, onclick: async () => {
      saveButton.disabled = true;
      try {
        await api.putText(api.admin(place, "schema"), text, stored.tag);
        app.isDirty = false;
        // Before the dialog goes: what is pressed next is of the saved schema.
        await load();
        box.close();
        toast("The schema is saved.");
      } catch (error) { replace(body, errorBox(error)); }
    } });
    const box = dialog("What changes", body, { actions: [button("Cancel", { onclick: () => box.close() }), saveButton] });
    try {
      const difference = await api.putText(api.admin(place, "schema?validate=true"), text);
      replace(body, differenceView(difference));
      saveButton.disabled = difference.problems.length > 0;
      saveButton.focus();
    } catch (error) { replace(body, errorBox(error)); }
  }

  function textEditor() {
    const first = isChanged() ? schemaText(draft) : stored.text;
    const area = h("textarea", { class: "code-area mono", spellcheck: "false", rows: 22, "aria-label": "Schema", value: first, readOnly: isProduction,
      oninput: () => { app.isDirty = area.value !== first || isChanged(); } });
    const result = h("div", { "aria-live": "polite" });
    const check = async (saves) => {
      try {
        const difference = await api.putText(api.admin(place, `schema${saves ? "" : "?validate=true"}`), area.value, stored.tag);
        if (saves) { app.isDirty = false; await load(); box.close(); toast("The schema is saved."); return; }
        replace(result, differenceView(difference));
        const first = difference.problems.find((p) => p.line);
        if (first) goTo(first);
      } catch (error) {
        replace(result, errorBox(error));
        if (error.details.line) goTo(error.details);
      }
    };
    const goTo = ({ line, column }) => {
      const lines = area.value.split("\n");
      const start = lines.slice(0, line - 1).reduce((n, l) => n + l.length + 1, 0) + column - 1;
      area.focus();
      area.setSelectionRange(start, Math.min(start + 1, area.value.length));
      area.scrollTop = (line - 6) * 20;
    };
    const box = dialog("Schema as text", [h("p", { class: "hint" }, "The schema language of Apple's tools (.ckdb)."), area, result], {
      kind: "wide", actions: [copyButton(() => area.value), h("span", { class: "grow" }),
        button("Close", { onclick: () => box.node.dispatchEvent(new Event("cancel", { cancelable: true })) }),
        !isProduction && button("Check", { onclick: () => check(false) }), !isProduction && button("Save", { kind: "primary", onclick: () => check(true) })],
    });
    box.guard = () => {
      if (area.value === first) return true;
      confirmation("Discard the changes", "What you changed in this text is not saved.", "Discard").then((sure) => {
        if (!sure) return;
        app.isDirty = isChanged();
        box.close();
      });
      return false;
    };
  }

  async function deploy() {
    if (isChanged()) return toast("What is deployed is the saved schema: save or discard your changes first.", "error");
    const body = h("div", {}, skeleton(5));
    const deployButton = button("Deploy to production", { kind: "primary", disabled: true, onclick: async () => {
      deployButton.disabled = true;
      try {
        await api.post(api.admin(place, "schema/deploy"), { dryRun: false });
        box.close();
        toast("The schema is deployed to production.");
        app.keepSchema({ ...place, environment: "production" }, null);
        if (isProduction) await load();
      } catch (error) { replace(body, errorBox(error)); }
    } });
    const box = dialog("Deploy to production", body, { kind: "wide", actions: [button("Cancel", { onclick: () => box.close() }), deployButton] });
    try {
      const difference = await api.post(api.admin(place, "schema/deploy"), { dryRun: true });
      const breaks = difference.changes.some((c) => c.isBreaking) || difference.brokenQueries.length > 0;
      const sure = h("input", { type: "checkbox", onchange: () => { deployButton.disabled = !sure.checked; } });
      const canDeploy = difference.changes.length > 0 && difference.problems.length === 0;
      replace(body, h("p", {}, "Production becomes what development is; its records stay. Record types and fields that production has are never dropped."),
        differenceView(difference),
        canDeploy && breaks && h("label", { class: "check" }, sure, "I have read what may break"));
      deployButton.disabled = !canDeploy || breaks;
    } catch (error) { replace(body, errorBox(error)); }
  }

  async function reset() {
    const sure = await confirmation("Reset development", "The development environment takes production's schema, and all its records are deleted.",
      "Reset", { typed: place.container });
    if (!sure) return;
    try {
      await api.del(api.admin(place, "schema"));
      toast("The development environment is reset.");
      app.isDirty = false;
      await load();
    } catch (error) { toast(error.message, "error"); }
  }

  replace(root, app.head("Schema", button("As text", { onclick: textEditor, id: "as-text" }, "file"),
    !isProduction && button("Reset", { kind: "danger-quiet", onclick: reset }),
    button("Deploy…", { kind: "primary", onclick: deploy, id: "deploy" }, "up")),
  isProduction && notice("info", "Production only grows: its indexes and rights may change here; types and fields come by deploying development."),
  pending, content);
  app.shortcut("/", () => content.querySelector("input[type=search]")?.focus());
  await load();
  return () => { app.isDirty = false; };
}

/// What a change of schema does, what breaks, what stands in the way.
export function differenceView(difference) {
  const { changes, problems, kept = [], brokenQueries = [] } = difference;
  const breaking = changes.filter((c) => c.isBreaking);
  const added = changes.filter((c) => !c.isBreaking);
  const sign = (c) => (c.kind.startsWith("drop") ? "−" : c.kind.startsWith("add") ? "+" : "~");
  const line = (c) => h("li", { class: `change ${c.isBreaking ? "gone" : "added"}` }, h("span", { class: "sign", "aria-hidden": "true" }, sign(c)),
    h("div", {}, h("code", {}, c.text), c.breaks && h("p", { class: "hint" }, c.breaks)));
  return h("div", { class: "difference" },
    problems.length > 0 && h("div", { class: "notice error" }, icon("warn"), h("div", {}, h("p", {}, h("strong", {}, "This cannot be done")),
      h("ul", {}, problems.map((p) => h("li", {}, p.line && h("code", {}, `${p.line}:${p.column} `), p.message))))),
    breaking.length > 0 && [h("h3", { class: "danger-text" }, `May break (${breaking.length})`), h("ul", { class: "changes" }, breaking.map(line))],
    brokenQueries.length > 0 && [h("h3", { class: "danger-text" }, "Saved queries that will be refused"),
      h("ul", { class: "changes" }, brokenQueries.map((q) => h("li", { class: "change gone" }, h("span", { class: "sign", "aria-hidden": "true" }, "!"),
        h("div", {}, h("strong", {}, q.name), h("p", { class: "hint" }, q.message)))))],
    added.length > 0 && [h("h3", {}, `Added (${added.length})`), h("ul", { class: "changes" }, added.map(line))],
    kept.length > 0 && [h("h3", {}, "Stays, though development no longer has it"), h("p", {}, kept.map((name, i) => [i > 0 && ", ", h("code", {}, name)]))],
    changes.length === 0 && problems.length === 0 && h("p", { class: "none" }, "Nothing changes."));
}
