// The record editor: every field, its system fields, saving, conflicts, deleting.
import * as api from "./api.js";
import { fieldEditor } from "./fields.js";
import { keyText } from "./predicate.js";
import { brief, randomUUID, referenceText, typeLabel, wireType, zoneKey, zoneOf } from "./values.js";
import { alertText, button, confirmation, copyButton, count, dialog, errorBox, errorText, h, icon, labelled, notice,
  replace, select, skeleton, time, toast } from "./ui.js";

export function openEditor(app, options) {
  const { place, scope, schema, onSaved, hrefOf, zones } = options;
  const typeName = options.type;
  let record = options.record;
  const type = schema.types.find((t) => t.name === typeName) || { name: typeName, fields: [], systemFields: [] };
  const isNew = !record;
  let editors = new Map();
  let dirty = false;
  let saving = false;
  const status = h("div", { class: "editor-status", "aria-live": "assertive" });
  const form = h("div", { class: "editor-form" });

  const nameInput = h("input", {
    type: "text", class: "mono", autocomplete: "off", spellcheck: "false", maxlength: 255, placeholder: "Made by the server",
  });
  let zone = record?.zoneID ? zoneKey(record.zoneID) : options.zone || "";
  const zoneID = () => (zone ? zoneOf(zone) : undefined);
  const withZone = (body) => ({ ...body, ...(zoneID() ? { zoneID: zoneID() } : {}) });

  /// A file belongs to the record that it was uploaded for: name and zone stay while there is one.
  let uploads = 0;
  function countUpload(step) {
    uploads += step;
    for (const node of form.querySelectorAll(".record-id :is(input, select)")) node.disabled = uploads > 0;
  }

  async function uploadFor(field, file) {
    if (isNew && !nameInput.value.trim()) nameInput.value = randomUUID();
    countUpload(1);
    try {
      const answer = await api.database(place, scope, "assets/upload", withZone({
        tokens: [{ recordName: record?.recordName || nameInput.value.trim(), recordType: typeName, fieldName: field.name }],
      }));
      const sent = await api.upload(answer.tokens[0].url, file);
      return sent.singleFile;
    } catch (error) { countUpload(-1); throw error; }
  }

  function build() {
    editors.forEach((editor) => editor.stop());
    editors = new Map();
    dirty = false;
    app.isDirty = false;
    const rows = type.fields.map((field) => {
      const held = record?.fields?.[field.name];
      const editor = fieldEditor(field, held?.value, {
        changed: () => { dirty = true; app.isDirty = true; }, zones: zones || [], isNew, fraction: held?.quarry,
        hrefOf: (reference) => hrefOf?.(reference, record?.zoneID || zoneID()),
        uploadFor: (file) => uploadFor(field, file), forget: (number) => countUpload(-number),
      });
      editors.set(field.name, editor);
      return h("div", { class: "editor-row", role: "group", "aria-label": field.name, dataset: { field: field.name } },
        h("div", { class: "editor-label" }, h("span", { class: "name" }, field.name,
          field.isEncrypted && h("span", { title: "Encrypted" }, icon("lock", 14))),
        h("span", { class: "hint" }, typeLabel(field))), editor.element);
    });
    const known = new Set(type.fields.map((f) => f.name));
    const others = Object.entries(record?.fields || {}).filter(([name]) => !known.has(name));
    replace(form,
      isNew && h("div", { class: "pair record-id" }, labelled("Record name", nameInput),
        scope.database === "private" && zones?.length > 1 && labelled("Zone", select(
          zones.map((z) => [zoneKey(z.zoneID), z.zoneID.zoneName]),
          zone || zoneKey(zones[0].zoneID), (value) => { zone = value; }))),
      isNew && rows.length > 0 && h("p", { class: "hint" }, "A field that is left empty has no value."),
      rows.length === 0 && h("p", { class: "hint" }, "This record type has no fields yet. Add them in the schema."),
      rows,
      others.length > 0 && [h("h3", {}, "Kept by the service"), others.map(([name, held]) => h("div", { class: "editor-row" },
        h("div", { class: "editor-label" }, h("span", { class: "name" }, name)), brief(held.value, held.type)))],
      !isNew && referrers(), !isNew && system());
  }

  const linkTo = (reference) => h("a", { class: "mono", href: hrefOf(reference, record.zoneID) }, h("bdi", {}, reference.recordName));

  /// The records that refer to this one, asked for each field that can.
  function referrers() {
    const own = { recordName: record.recordName, zoneID: scope.database === "public" ? null : record.zoneID };
    // In one's own database the zone has no other owner than its user.
    if (scope.database === "private") own.zoneID = { zoneName: record.zoneID?.zoneName };
    const fields = schema.types.filter((t) => !t.isSystem).flatMap((t) => t.fields.filter((f) => f.type === "REFERENCE").map((f) => ({ type: t.name, field: f })));
    const list = h("div", { class: "stack-tight", "aria-live": "polite" });
    const ask = async (asked) => {
      const pending = skeleton(1);
      list.append(pending);
      for (const { type: name, field } of asked) {
        const predicate = `${field.isList ? "ANY " : ""}${keyText(field.name)} == ${referenceText(own)}`;
        const question = { database: scope.database, ...(scope.user ? { user: scope.user } : {}), recordType: name, predicate,
          ...(own.zoneID ? { zone: record.zoneID } : {}) };
        try {
          const answer = await api.post(api.admin(place, "query"), { ...question, limit: 6, desiredKeys: [] });
          if (answer.records.length === 0) continue;
          const shown = answer.records.slice(0, 5);
          const all = answer.records.length > 5 && (await api.post(api.admin(place, "count"), question)).count;
          list.insertBefore(h("div", { class: "row" }, h("span", { class: "hint" }, `${name}.${field.name}`), shown.map((r) => linkTo(r)),
            all && h("a", { href: app.href("records", { ...scoped(), type: name, where: predicate }) }, `All ${count(all)}`)), pending);
        } catch (error) {
          list.insertBefore(h("p", { class: "hint" }, `${name}.${field.name}: ${error.message}`), pending);
        }
      }
      pending.remove();
      if (!list.firstChild) list.append(h("p", { class: "none" }, "No record does."));
    };
    const scoped = () => (scope.database === "public" ? {} : { database: scope.database, user: scope.user });
    const slow = fields.filter(({ field }) => !field.queryable);
    const more = slow.length > 0 && h("div", { class: "row" }, button("Look where there is no index", { class: "small", onclick: () => {
      more.remove();
      list.querySelector("p.none")?.remove();
      ask(slow);
    } }), h("span", { class: "hint" }, slow.map(({ type: name, field }) => `${name}.${field.name}`).join(", ")));
    if (fields.length === 0) return null;
    ask(fields.filter(({ field }) => field.queryable));
    return h("section", { class: "system stack-tight", "aria-label": "Referred to by" }, h("h3", {}, "Referred to by"), list, more);
  }

  function system() {
    const rows = [["Record name", h("span", { class: "row" }, h("code", {}, h("bdi", {}, record.recordName)), copyButton(record.recordName))],
      ["Change tag", h("code", {}, record.recordChangeTag || "–")],
      ["Zone", h("code", {}, record.zoneID?.zoneName || "_defaultZone")],
      record.created && ["Created", h("span", {}, time(record.created.timestamp), " by ", h("code", {}, record.created.userRecordName))],
      record.modified && ["Modified", h("span", {}, time(record.modified.timestamp), " by ", h("code", {}, record.modified.userRecordName))],
      record.parent && ["Parent", linkTo(record.parent)],
      record.share && ["Share", linkTo(record.share)]].filter(Boolean);
    return h("details", { class: "system", open: true }, h("summary", {}, "System fields"),
      h("dl", {}, rows.map(([name, value]) => [h("dt", {}, name), h("dd", {}, value)])));
  }

  /// The changed fields as the wire says them, or nothing when one is wrong.
  function collect() {
    const fields = {};
    let first = null;
    for (const field of type.fields) {
      const editor = editors.get(field.name);
      if (!editor.isChanged) continue;
      try {
        const value = editor.read();
        if (isNew && value === null) continue;
        fields[field.name] = value === null ? { value: null }
          : { value, type: wireType(field.type, field.isList), quarry: editor.fraction() };
      } catch { first = first || editor; }
    }
    if (first) {
      first.focus();
      replace(status, notice("error", "A field is not as it should be."));
      alertText("A field is not as it should be.");
      return null;
    }
    return fields;
  }

  async function save({ tag } = {}) {
    if (saving) return;
    const fields = collect();
    if (!fields) return;
    if (!isNew && Object.keys(fields).length === 0) { dirty = false; box.close(); return; }
    saving = true;
    saveButton.disabled = true;
    replace(status);
    try {
      const operation = isNew
        ? { operationType: "create", record: { recordType: typeName, fields,
          ...(nameInput.value.trim() ? { recordName: nameInput.value.trim() } : {}) } }
        : { operationType: "update", record: { recordType: typeName, recordName: record.recordName,
          recordChangeTag: tag || record.recordChangeTag, fields } };
      const answer = await api.database(place, scope, "records/modify", withZone({
        operations: [operation], atomic: false, numbersAsStrings: true, quarry: { exact: true },
      }));
      const saved = answer.records[0];
      if (saved.serverErrorCode === "CONFLICT" && !isNew) { await conflict(); return; }
      if (saved.serverErrorCode) { refuse(new api.ApiError(400, saved)); return; }
      dirty = false;
      box.close();
      toast(isNew ? `${saved.recordName} is created.` : `${saved.recordName} is saved.`);
      onSaved?.(saved);
    } catch (error) { refuse(error); } finally {
      saving = false;
      saveButton.disabled = false;
    }
  }

  function refuse(error) {
    const name = error.details?.context?.field || /field '?"?(\w+)/.exec(error.message)?.[1];
    if (name && editors.has(name)) {
      editors.get(name).fail(errorText(error));
      editors.get(name).focus();
    }
    replace(status, errorBox(error));
    status.scrollIntoView({ block: "nearest" });
  }

  /// Another user saved the record meanwhile: both versions are shown where they differ.
  async function conflict() {
    // The record that comes with the refusal has numbers of 64 bits, which JSON.parse rounds.
    const answer = await api.database(place, scope, "records/lookup", withZone({
      records: [{ recordName: record.recordName }], numbersAsStrings: true, quarry: { exact: true },
    }));
    const server = answer.records[0];
    if (!server || server.serverErrorCode) {
      replace(status, notice("error", "The record was deleted meanwhile."));
      return;
    }
    // Each reply has URLs of its own for the same file.
    const text = (of, field) => JSON.stringify(of.fields?.[field.name]?.value ?? null,
      (name, value) => (name === "downloadURL" ? undefined : value));
    const differing = type.fields.filter((field) => editors.get(field.name).isChanged || text(server, field) !== text(record, field));
    const shown = (field) => {
      try {
        const value = editors.get(field.name).read();
        const plain = JSON.parse(JSON.stringify(value), (_, v) => (v && typeof v === "object" && "text" in v && Object.keys(v).length === 1 ? v.text : v));
        return brief(plain, wireType(field.type, field.isList));
      } catch { return "?"; }
    };
    replace(status, h("div", { class: "conflict", role: "alertdialog", "aria-label": "Conflict" },
      h("h3", {}, icon("warn"), " This record was saved by another client meanwhile"),
      h("p", { class: "hint" }, "Change tag ", h("code", {}, record.recordChangeTag), " was loaded, ",
        h("code", {}, server.recordChangeTag), " is stored now",
        server.modified && [", saved by ", h("code", {}, server.modified.userRecordName), " at ", time(server.modified.timestamp)], "."),
      h("div", { class: "table-frame" }, h("table", { class: "plain-table" },
        h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Field"), h("th", { scope: "col" }, "Yours"), h("th", { scope: "col" }, "Stored"))),
        h("tbody", {}, differing.map((field) => h("tr", {}, h("th", { scope: "row" }, field.name),
          h("td", {}, editors.get(field.name).isChanged ? shown(field) : h("span", { class: "none" }, "unchanged")),
          h("td", {}, brief(server.fields?.[field.name]?.value, wireType(field.type, field.isList)))))))),
      h("div", { class: "row" },
        dirty && button("Save my changes over it", { kind: "primary", onclick: () => { save({ tag: server.recordChangeTag }); } }),
        button("Take the stored version", { onclick: () => { record = server; replace(status); build(); } }))));
    status.scrollIntoView({ block: "nearest" });
    status.querySelector("button")?.focus();
  }

  async function remove() {
    const sure = await confirmation("Delete this record",
      `${record.recordName} is deleted permanently, with the records that are deleted with it.`, "Delete");
    if (!sure) return;
    try {
      const answer = await api.database(place, scope, "records/modify", withZone({
        operations: [{ operationType: "delete", record: { recordName: record.recordName, recordChangeTag: record.recordChangeTag } }],
        atomic: false,
      }));
      const entry = answer.records[0];
      if (entry.serverErrorCode === "CONFLICT") { await conflict(); return; }
      if (entry.serverErrorCode) { refuse(new api.ApiError(400, entry)); return; }
      dirty = false;
      box.close();
      toast(`${record.recordName} is deleted.`);
      onSaved?.();
    } catch (error) { refuse(error); }
  }

  const saveButton = button(isNew ? "Create" : "Save", { kind: "primary", onclick: () => save() }, "check");
  const box = dialog(isNew ? `New ${typeName}` : typeName, [status, form], {
    kind: "drawer", subtitle: record?.recordName, onClose: () => {
      editors.forEach((editor) => editor.stop());
      app.isDirty = false;
      options.onClose?.();
    },
    actions: [!isNew && button("Delete", { kind: "danger-quiet", onclick: remove }, "trash"),
      h("span", { class: "grow" }), button("Cancel", { onclick: () => box.node.dispatchEvent(new Event("cancel", { cancelable: true })) }),
      saveButton],
  });
  box.guard = () => {
    if (!dirty) return true;
    confirmation("Discard the changes", "What you changed in this record is not saved.", "Discard").then((sure) => {
      if (!sure) return;
      dirty = false;
      box.close();
    });
    return false;
  };
  box.node.addEventListener("keydown", (event) => {
    if ((event.metaKey || event.ctrlKey) && (event.key === "Enter" || event.key === "s")) {
      event.preventDefault();
      save();
    }
  });
  build();
  const first = isNew ? nameInput : form.querySelector("textarea, input, button");
  first?.focus();
  // The caret is at the end of a text, which is read from its beginning.
  if (first) first.scrollTop = 0;
  return box;
}
