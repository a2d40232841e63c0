// Zones in which Core Data's mirrors keep objects: the devices that write there, and the records
// as objects, by entity.
import * as api from "./api.js";
import { brief, zoneKey, zoneOf } from "./values.js";
import { alertText, button, count, empty, errorBox, h, labelled, noUser, plural, replace, select, skeleton, time, uid, userChoices } from "./ui.js";

const OWN_ZONE = "com.apple.coredata.cloudkit.zone";
const PAGE = 50;
/// So many users are looked through for one whose app mirrors.
const LOOKED_THROUGH = 20;

const panel = (text, ...content) => {
  const label = uid("panel");
  return h("section", { class: "panel", "aria-labelledby": label }, h("h2", { id: label }, text), content);
};

/// What people call a zone of Core Data's.
function zoneLabel({ zoneName, ownerRecordName }, database) {
  if (zoneName === "_defaultZone") return "Default zone";
  const name = zoneName === OWN_ZONE ? "Objects in no share" : zoneName.replace(/^com\.apple\.coredata\.cloudkit\.share\./, "Share ");
  return database === "shared" ? `${name} of ${ownerRecordName}` : name;
}

export async function mirroringPage(app, root) {
  const { place } = app;
  const { query } = app;
  const state = { database: query.get("database") || "private", user: query.get("user") || "", zone: query.get("zone") || "", entity: query.get("entity") || "" };
  const isPublic = () => state.database === "public";
  let users = [];
  /// Why the list of users is not there.
  let failure = null;
  let zones = [];
  let asked = 0;
  /// Whether the entity that was chosen gets the focus when it is drawn.
  let focusAfter = false;
  const controls = h("div", { class: "controls" });
  const body = h("div", { class: "stack" }, skeleton(6));

  const keyOf = ({ zoneName, ownerRecordName }) => zoneKey({ zoneName, ...(state.database === "shared" ? { ownerRecordName } : {}) });
  const address = (change = {}) => {
    const next = { ...state, ...change };
    return Object.fromEntries(Object.entries({ ...next, user: next.database === "public" ? "" : next.user }).filter(([, value]) => value));
  };
  const search = (extra = {}, { user, zone: key } = state) => {
    const { zoneName: zone, ownerRecordName: owner } = zoneOf(key);
    return new URLSearchParams({ database: state.database, ...(isPublic() ? {} : { user }), ...(zone ? { zone } : {}), ...(owner ? { owner } : {}), ...extra });
  };
  const ask = (path, extra, from) => api.get(api.admin(place, `${path}?${search(extra, from)}`));
  const recordHref = (recordType, recordName) => app.href("records", {
    type: recordType, database: state.database, ...(isPublic() ? {} : { user: state.user, zone: state.zone, recordZone: state.zone }), record: recordName });

  /// Shows another zone or entity; Back returns.
  function turn(change) {
    app.visit("mirroring", address(change));
    Object.assign(state, change);
    drawControls();
    load();
  }

  const noZone = () => empty("mirror", "Nothing is mirrored here", state.database === "shared"
    ? "No objects of an app with Core Data are shared with this user."
    : isPublic() ? "The schema has no record types of Core Data's: they begin with CD_."
      : "No app with an NSPersistentCloudKitContainer was set up for this user.");

  function drawControls() {
    replace(controls, labelled("Database", select([["private", "Private"], ["shared", "Shared"], ["public", "Public"]], state.database, (database) => turn({ database, zone: "", entity: "" }))),
      !isPublic() && labelled("User", select(userChoices(users, state.user, failure), state.user, (user) => turn({ user, zone: "", entity: "" }))),
      zones.length > 0 && labelled("Zone", select([...zones.map((z) => [keyOf(z.zoneID), zoneLabel(z.zoneID, state.database)]),
        ...(zones.some((z) => keyOf(z.zoneID) === state.zone) ? [] : [[state.zone, `${zoneOf(state.zone).zoneName} (not found)`]])], state.zone, (zone) => turn({ zone, entity: "" }))));
  }

  /// The zones of the database; where the address names no user, of the first whose app mirrors.
  async function findZones(mine) {
    const names = isPublic() ? [""] : state.user ? [state.user] : users.slice(0, LOOKED_THROUGH).map((u) => u.recordName);
    for (const user of names) {
      const answer = await ask("mirroring", {}, { user, zone: "" });
      // What is shown by now may be of another user.
      if (mine !== asked) return;
      zones = answer.zones;
      if (zones.length === 0) continue;
      state.user = user;
      break;
    }
    state.user = state.user || (isPublic() ? "" : users[0]?.recordName || "");
    const first = zones.find((z) => z.zoneID.zoneName === OWN_ZONE) || zones[0];
    state.zone = state.zone || (first ? keyOf(first.zoneID) : "");
  }

  async function load() {
    const mine = ++asked;
    body.setAttribute("aria-busy", "true");
    try {
      if (!isPublic() && !state.user && users.length === 0) {
        replace(body, noUser(failure, begin));
        return;
      }
      await findZones(mine);
      if (mine !== asked) return;
      app.remember("mirroring", address());
      drawControls();
      if (!state.zone) { replace(body, noZone()); return; }
      const answer = await ask("mirroring");
      if (mine !== asked) return;
      if (!state.entity && answer.entities.length) {
        state.entity = answer.entities[0].name;
        app.remember("mirroring", address());
      }
      replace(body, devices(answer), objects(answer));
    } catch (error) {
      if (mine === asked) replace(body, error.status === 404 ? empty("mirror", error.message, error.advice) : errorBox(error, load));
    } finally { if (mine === asked) body.removeAttribute("aria-busy"); }
  }

  const nameOf = (user) => users.find((u) => u.recordName === user)?.name;

  function devices(answer) {
    if (!answer.notesDevices) return panel("Devices", h("p", { class: "hint" }, "Of the public database no devices are noted."));
    const columns = ["Device", "User", "Last write", "First write", "Saved", "Deleted"];
    return panel("Devices", answer.devices.length === 0
      ? h("p", { class: "hint" }, "No device wrote here since this server notes which ones do.")
      : [h("div", { class: "table-frame", tabindex: "0", role: "region", "aria-label": "Devices that write here" }, h("table", { class: "plain-table cards" }, h("caption", { class: "hidden-text" }, "Devices that write here, the latest first"),
        h("thead", {}, h("tr", {}, columns.map((c, i) => h("th", { scope: "col", class: i > 3 ? "right" : "" }, c)))),
        h("tbody", {}, answer.devices.map((d) => h("tr", {},
          h("th", { scope: "row" }, h("bdi", {}, d.device)),
          h("td", { "data-label": "User" }, nameOf(d.userRecordName) || h("code", { class: "break" }, d.userRecordName)),
          h("td", { "data-label": "Last write" }, time(d.last)), h("td", { "data-label": "First write" }, time(d.first)),
          h("td", { "data-label": "Saved", class: "right number" }, count(d.saves)), h("td", { "data-label": "Deleted", class: "right number" }, count(d.deletions))))))),
      h("p", { class: "hint" }, "As sessions name themselves. Every save of a record counts; what was written before the server noted devices is not among it.")]);
  }

  function objects(answer) {
    const list = answer.entities;
    const total = list.reduce((sum, e) => sum + e.objects, 0);
    const pairs = answer.pairs > 0 ? ` and ${plural(answer.pairs, "pair")} of relationships from many to many` : "";
    if (list.length === 0) return panel("Objects", h("p", { class: "hint" }, "The zone has no objects."));
    const entity = list.find((e) => e.name === state.entity);
    const results = h("div", { class: "stack" });
    const tabs = h("nav", { class: "entity-list", "aria-label": "Entities" }, list.map((e) => h("a", {
      href: app.href("mirroring", address({ entity: e.name })), class: "type-item", "aria-current": e === entity ? "true" : null,
      onclick: (event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.button) return;
        event.preventDefault();
        focusAfter = true;
        turn({ entity: e.name });
      },
    }, h("bdi", {}, e.name), h("span", { class: "hint" }, count(e.objects)))));
    if (focusAfter) requestAnimationFrame(() => { tabs.querySelector("[aria-current]")?.focus({ preventScroll: true }); focusAfter = false; });
    if (entity) fill(results, entity);
    else replace(results, empty("records", `There is no object of ${state.entity}`, "The zone has objects of the entities above."));
    return panel("Objects", h("p", { class: "hint" }, `${plural(total, "object")}${pairs}, as their records say.`), tabs, results);
  }

  async function fill(results, entity) {
    const mine = asked;
    replace(results, skeleton(5));
    let records = [];
    let properties = [];
    let marker = null;
    const more = async () => {
      const before = records.length;
      try {
        const answer = await ask("mirroring/objects", { recordType: entity.recordType, entity: entity.name, limit: PAGE, ...(marker ? { marker } : {}) });
        // Pressed twice, "Show more" asks for the same objects twice.
        if (mine !== asked || before !== records.length) return;
        records = [...records, ...answer.objects];
        properties = answer.properties;
        marker = answer.continuationMarker;
        draw(before);
      } catch (error) { if (mine === asked && before === records.length) replace(results, errorBox(error, more)); }
    };
    const valueOf = (object, property) => {
      const { fields } = object.record;
      return (property.twin && fields[property.twin]?.value ? fields[property.twin] : fields[property.field]) || null;
    };
    const draw = (before) => {
      // Of the fields of a record type some belong to other entities.
      const shown = properties.filter((p) => records.some((o) => (valueOf(o, p)?.value ?? null) !== null));
      const cell = (object, property) => {
        const link = object.links[property.name];
        if (link) return h("a", { class: "to", href: recordHref(link.recordType, link.recordName), title: `${link.entity} ${link.recordName}` }, h("bdi", {}, link.label || link.entity));
        const value = valueOf(object, property);
        return brief(value?.value, value?.type);
      };
      replace(results, records.length === 0 ? empty("records", `No ${entity.name} objects`, "They were deleted meanwhile.") : h("div", { class: "table-frame", tabindex: "0", role: "region", "aria-label": `${entity.name} objects` },
        h("table", { class: "records" }, h("caption", { class: "hidden-text" }, `${entity.name} objects, those that changed last first`),
          h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Object"), shown.map((p) => h("th", { scope: "col" }, h("bdi", {}, p.name))), h("th", { scope: "col" }, "Last change"))),
          h("tbody", {}, records.map((object) => h("tr", {
            onclick: (event) => { if (!event.target.closest("a") && !getSelection().toString()) location.hash = recordHref(entity.recordType, object.record.recordName); },
          }, h("th", { scope: "row", "data-label": "Object" }, h("a", { class: object.label ? "to strong" : "link record-link", href: recordHref(entity.recordType, object.record.recordName), title: object.record.recordName }, h("bdi", {}, object.label || object.record.recordName))),
          shown.map((p) => h("td", { "data-label": p.name, class: (valueOf(object, p)?.value ?? null) === null ? "is-empty" : "" }, cell(object, p))),
          h("td", { "data-label": "Last change" }, time(object.record.modified?.timestamp))))))),
      h("div", { class: "row" }, h("span", { class: "hint", "aria-live": "polite" }, marker ? `${count(records.length)} of ${plural(entity.objects, "object")}` : plural(records.length, "object")),
        marker && button("Show more", { class: "small", onclick: more })));
      if (before > 0) results.querySelectorAll("tbody tr")[before]?.querySelector("a")?.focus();
    };
    await more();
  }

  replace(root, app.head("Mirroring", button("Look again", { onclick: () => { load(); alertText("Looked again"); } }, "mirror")), controls, body);
  app.shortcut("r", load);
  async function begin() {
    failure = null;
    try { users = await app.users(); } catch (error) { failure = error; }
    drawControls();
    await load();
  }
  await begin();
}
