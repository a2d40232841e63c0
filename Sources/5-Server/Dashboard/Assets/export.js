// Records as files, and as what is pasted into a terminal or a program: JSON, CSV, curl, Swift.
import * as api from "./api.js";
import { alertText, button, count, copyButton, dialog, errorBox, h, labelled, replace, segmented, select } from "./ui.js";

const LIMIT = 100_000;
const SHOWN = 20_000;

/// A date in ISO 8601, with the microseconds behind its milliseconds where it has some; outside the years 0000
/// to 9999 null.
const iso = (ms, us) => {
  const date = new Date(Number(ms));
  if (!(date.getUTCFullYear() >= 0 && date.getUTCFullYear() <= 9999)) return null;
  return date.toISOString().replace("Z", us ? `${String(us).padStart(3, "0")}Z` : "Z");
};

/// The same as `quarry import` reads it from any year: with microseconds since 2001 where there is no text.
const tagged = (ms, us) => ({ date: iso(ms, us) ?? new api.Exact(String((BigInt(ms) - 978307200000n) * 1000n + BigInt(us || 0))) });

/// The members that say which record it is: they begin with _ where a field has such a name.
const NAMES = ["recordType", "recordName", "zone", "owner"];
const mark = (fields) => (fields.some((name) => NAMES.includes(name)) ? "_" : "");

const zoneName = (zoneID) => zoneID?.zoneName || "_defaultZone";
const CURRENT = "__defaultOwner__";
const ownerName = (zoneID) => zoneID?.ownerRecordName || CURRENT;

/// What names a zone beside a record's name; its owner where that is another user.
const zoneMembers = (zoneID, _ = "") => ({ [`${_}zone`]: zoneName(zoneID), ...(ownerName(zoneID) === CURRENT ? {} : { [`${_}owner`]: ownerName(zoneID) }) });

const isSame = (one, other) => zoneName(one) === zoneName(other) && ownerName(one) === ownerName(other);

/// A value as `quarry export` writes it and `quarry import` reads it, in a record of the zone `holder`;
/// `fraction` is what the milliseconds of dates lose.
function plain(value, type, holder, fraction) {
  if (value === null || value === undefined) return null;
  if (Array.isArray(value)) return value.map((inner, at) => plain(inner, type.replace("_LIST", ""), holder, { us: fraction?.us?.[at] }));
  switch (type) {
    case "INT64": case "DOUBLE": return new api.Exact(String(value));
    case "TIMESTAMP": return tagged(value, fraction?.us);
    case "BYTES": return { bytes: value };
    case "REFERENCE": {
      const action = { DELETE_SELF: "deleteSelf", VALIDATE: "validate" }[value.action];
      return { recordName: value.recordName, ...(value.zoneID && !isSame(value.zoneID, holder) ? zoneMembers(value.zoneID) : {}), ...(action ? { action } : {}) };
    }
    case "LOCATION": {
      const { timestamp, quarry, ...numbers } = value;
      return { ...Object.fromEntries(Object.entries(numbers).map(([name, inner]) => [name, new api.Exact(String(inner))])),
        ...(timestamp === undefined ? {} : { timestamp: iso(timestamp, quarry?.us) ?? tagged(timestamp, quarry?.us) }) };
    }
    case "ASSETID": case "ASSET": return { asset: { checksum: value.fileChecksum, size: new api.Exact(String(value.size)) } };
    default: return value;
  }
}

function element(record) {
  const fields = Object.entries(record.fields || {});
  const _ = mark(fields.map(([name]) => name));
  return { [`${_}recordType`]: record.recordType, [`${_}recordName`]: record.recordName,
    ...(isSame(record.zoneID) ? {} : zoneMembers(record.zoneID, _)),
    ...(record.parent ? { _parent: plain(record.parent, "REFERENCE", record.zoneID) } : {}),
    ...Object.fromEntries(fields.map(([name, held]) => [name, plain(held.value, held.type, record.zoneID, held.quarry)])) };
}

export function json(records) {
  return `[\n${records.map((record) => api.stringify(element(record))).join(",\n")}\n]\n`;
}

/// A value as a cell of CSV: lists and assets as JSON, dates in ISO 8601, references by name and locations by
/// their coordinates where that says all.
function cell({ value, type = "", quarry: fraction } = {}, holder) {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return quoted(api.stringify(plain(value, type, holder, fraction)));
  switch (type) {
    case "STRING": case "BYTES": return textCell(value);
    case "TIMESTAMP": return iso(value, fraction?.us) ?? quoted(api.stringify(tagged(value, fraction?.us)));
    case "REFERENCE": {
      const reference = plain(value, type, holder);
      return Object.keys(reference).length > 1 ? quoted(JSON.stringify(reference)) : textCell(value.recordName);
    }
    case "LOCATION":
      if (Object.keys(value).length === 2) return quoted(`${value.latitude},${value.longitude}`);
      return quoted(api.stringify(plain(value, type, holder)));
    case "ASSETID": case "ASSET": return quoted(api.stringify(plain(value, type, holder)));
    default: return quoted(String(value));
  }
}

const quoted = (text, always) => (always || /[",\r\n]/.test(text) ? `"${text.replaceAll("\"", "\"\"")}"` : text);

/// Text that is nothing, a number or a truth value without quotes has them.
const textCell = (text) => quoted(text, /^$|^[-+.\d]|^(true|false|null)$/i.test(text));

/// Rows; those of records of several zones, or of another user's, say which zone is theirs by `zoneKeys`
/// (`zone` and `owner`). Parents have a column where there are some.
export function csv(records, fields, zoneKeys = []) {
  const _ = mark(fields);
  const hasParents = records.some((r) => r.parent);
  const header = [...["recordName", ...zoneKeys].map((name) => _ + name), ...fields, ...(hasParents ? ["_parent"] : [])];
  const named = { zone: zoneName, owner: ownerName };
  const rows = records.map((r) => [textCell(r.recordName), ...zoneKeys.map((key) => textCell(named[key](r.zoneID))),
    ...fields.map((f) => cell(r.fields?.[f], r.zoneID)),
    ...(hasParents ? [r.parent ? quoted(JSON.stringify(plain(r.parent, "REFERENCE", r.zoneID))) : ""] : [])]);
  return [header.map((name) => quoted(name)), ...rows].map((row) => row.join(",")).join("\r\n") + "\r\n";
}

const shell = (text) => `'${text.replaceAll("'", "'\\''")}'`;
const swift = (text) => `"${text.replaceAll("\\", "\\\\").replaceAll("\"", "\\\"").replaceAll("\n", "\\n").replaceAll("\r", "\\r")}"`;

/// A request for the records, or for the query where there are none.
function curl({ place, scope, body }, records) {
  const base = `${location.origin}`;
  const part = encodeURIComponent;
  const [path, content] = records
    ? [`/database/1/${part(place.container)}/${place.environment}/${scope.database}/records/lookup`,
      { records: records.map((r) => ({ recordName: r.recordName, ...(scope.database === "public" ? {} : { zoneID: r.zoneID }) })) }]
    : [api.admin(place, "query"), { ...body, numbersAsStrings: undefined, quarry: undefined }];
  return [`curl ${shell(base + path)}`, "-H \"authorization: Bearer $QUARRY_MANAGEMENT_TOKEN\"", "-H 'content-type: application/json'",
    ...(records && scope.user ? [`-H ${shell(`x-quarry-user: ${scope.user}`)}`] : []), `-d ${shell(api.stringify(content))}`].join(" \\\n  ") + "\n";
}

function program({ place, scope, body }, records) {
  const zoneID = ({ zoneName, ownerRecordName }) => `CKRecordZone.ID(zoneName: ${swift(zoneName)}`
    + `${scope.database === "shared" && ownerRecordName ? `, ownerName: ${swift(ownerRecordName)}` : ""})`;
  const lines = ["import CloudKit", "", `let container = CKContainer(identifier: ${swift(place.container)})`,
    `let database = container.${{ public: "public", private: "private", shared: "shared" }[scope.database]}CloudDatabase`];
  if (records) {
    const id = (r) => `CKRecord.ID(recordName: ${swift(r.recordName)}`
      + `${scope.database !== "public" && r.zoneID ? `, zoneID: ${zoneID(r.zoneID)}` : ""}),`;
    lines.push("let records = try await database.records(for: [", ...records.map((r) => `    ${id(r)}`), "])");
  } else {
    const predicate = body.predicate.trim() ? `format: ${swift(body.predicate)}` : "value: true";
    lines.push(`let query = CKQuery(recordType: ${swift(body.recordType)}, predicate: NSPredicate(${predicate}))`);
    if (body.sortBy.length) {
      lines.push(`query.sortDescriptors = [${body.sortBy.map((s) => `NSSortDescriptor(key: ${swift(s.fieldName)}, ascending: ${s.ascending})`).join(", ")}]`);
    }
    lines.push(`let (matches, cursor) = try await database.records(matching: query${body.zone ? `, inZoneWith: ${zoneID(body.zone)}` : ""})`);
  }
  return `${lines.join("\n")}\n`;
}

/// Shows records as text, to be copied or kept as a file.
///
/// `body` asks for all that match, `page` are those on the screen, `selected` those chosen.
export function openExport({ place, scope, body, fields, page, selected, total }) {
  let form = "json";
  let what = selected.length ? "selected" : "page";
  const context = { place, scope, body };
  const text = (records) => {
    if (form === "json") return json(records);
    const zoneKeys = { public: [], private: body.zone ? [] : ["zone"], shared: ["zone", "owner"] }[scope.database];
    if (form === "csv") return csv(records, fields, zoneKeys);
    const named = what === "all" ? null : records;
    return form === "curl" ? curl(context, named) : program(context, named);
  };
  const held = () => (what === "selected" ? selected : page);

  /// Every record that matches, page by page.
  async function everything() {
    const records = [];
    let marker = null;
    do {
      const answer = await api.post(api.admin(place, "query"), { ...body, limit: 200, ...(marker ? { continuationMarker: marker } : {}) });
      records.push(...answer.records);
      marker = answer.continuationMarker;
      hint.textContent = `${count(records.length)} records were read…`;
      if (!opened.node.open) throw new Error("The dialog was closed.");
    } while (marker && records.length < LIMIT);
    drawHint(marker ? `Only the first ${count(LIMIT)} records: quarry export writes any number.` : "");
    return records;
  }
  const isFile = () => form === "json" || form === "csv";
  const content = async () => text(what === "all" && isFile() ? await everything() : held());

  const preview = h("pre", { class: "code", tabindex: "0", "aria-label": "What is copied" });
  const hint = h("p", { class: "hint", "aria-live": "polite" });
  const problem = h("div", {});
  const drawHint = (more) => {
    hint.textContent = more || (what === "all" && isFile() && total > page.length ? `This shows the first ${count(page.length)} of ${count(total)} records.`
      : form === "curl" ? "The token is one of kind Management, in the environment." : "");
  };
  function draw() {
    const whole = text(held());
    preview.textContent = whole.length > SHOWN ? `${whole.slice(0, SHOWN)}…` : whole;
    download.hidden = !isFile();
    replace(problem);
    drawHint();
  }
  async function save() {
    download.disabled = true;
    replace(problem);
    try {
      const url = URL.createObjectURL(new Blob([await content()], { type: form === "csv" ? "text/csv" : "application/json" }));
      h("a", { href: url, download: `${body.recordType}.${form}` }).click();
      setTimeout(() => URL.revokeObjectURL(url), 10_000);
      alertText("Downloaded");
    } catch (error) { replace(problem, errorBox(error)); } finally { download.disabled = false; }
  }
  const download = button("Download", { onclick: save }, "down");
  const opened = dialog("Export or copy", [
    h("div", { class: "row spread" }, labelled("Records", select([
      ...(selected.length ? [["selected", `Selected (${count(selected.length)})`]] : []),
      ["page", `This page (${count(page.length)})`], ["all", "All that match"]], what, (value) => { what = value; draw(); })),
    segmented("Form", [["json", "JSON"], ["csv", "CSV"], ["curl", "curl"], ["swift", "Swift"]], form, (value) => { form = value; draw(); })),
    preview, hint, problem], {
    kind: "wide", actions: [button("Close", { onclick: () => opened.close() }), download,
      copyButton(content, "Copy", (error) => replace(problem, errorBox(error)))],
  });
  draw();
}
