// Zones of a database and what changed in them.
import * as api from "./api.js";
import { button, confirmation, dialog, empty, errorBox, h, iconButton, labelled, noUser, plural, replace, segmented,
  select, skeleton, time, toast, userChoices } from "./ui.js";
import { zoneKey, zoneOf } from "./values.js";

export async function zonesPage(app, root) {
  const { place } = app;
  const state = { database: app.query.get("database") || "public", user: app.query.get("user") || "", zone: app.query.get("zone") || "" };
  let users = [];
  /// Why the list of users is not there.
  let failure = null;
  let zones = [];
  let asked = 0;
  const controls = h("div", { class: "controls" });
  const list = h("div", {}, skeleton(3));
  const feed = h("section", { class: "panel", "aria-label": "Change feed" });
  /// A zone as the address has it: of those of the shared database several owners may have one of the same name.
  const keyOf = ({ zoneID }) => (state.database === "shared" ? zoneKey(zoneID) : zoneID.zoneName);
  const search = (extra = {}) => new URLSearchParams({ database: state.database, ...(state.database !== "public" && state.user ? { user: state.user } : {}), ...extra });

  function drawControls() {
    replace(controls, labelled("Database", select([["public", "Public"], ["private", "Private"], ["shared", "Shared"]], state.database, (value) => {
      state.database = value;
      if (value !== "public" && !state.user && users.length) state.user = users[0].recordName;
      drawControls();
      turn();
    })), state.database !== "public" && labelled("User", select(userChoices(users, state.user, failure), state.user, (value) => { state.user = value; turn(); })));
  }

  /// Shows another database: what is shown is not in it.
  function turn() {
    state.zone = "";
    replace(list, skeleton(3));
    load();
  }

  async function load() {
    const mine = ++asked;
    app.remember("zones", Object.fromEntries(Object.entries(state).filter(([k, v]) => v && !(k === "database" && v === "public"))));
    replace(feed);
    if (state.database !== "public" && !state.user) {
      replace(list, noUser(failure, begin));
      return;
    }
    try {
      const answer = await api.get(api.admin(place, `zones?${search()}`));
      // The answer for another database may come late.
      if (mine !== asked) return;
      zones = answer.zones;
      drawList();
      if (!state.zone) return;
      const zone = zones.find((z) => keyOf(z) === state.zone) || zones.find((z) => z.zoneID.zoneName === state.zone);
      if (zone) openFeed(zone);
      else replace(feed, empty("zones", `There is no zone ${state.database === "shared" ? zoneOf(state.zone).zoneName : state.zone}`, "The database has none of that name."));
    } catch (error) { if (mine === asked) replace(list, errorBox(error, load)); }
  }

  function drawList() {
    replace(list, zones.length === 0 ? empty("zones", "No zones", "No zone is shared with this user yet.") : h("div", { class: "table-frame" },
      h("table", { class: "plain-table" }, h("thead", {}, h("tr", {}, ["Zone", "Owner", "Changes", ""].map((t) => h("th", { scope: "col" }, t || h("span", { class: "hidden-text" }, "Actions"))))),
        h("tbody", {}, zones.map((zone) => h("tr", { class: keyOf(zone) === state.zone ? "is-chosen" : "" },
          h("th", { scope: "row" }, zone.zoneID.zoneName === "_defaultZone" ? "Default zone" : zone.zoneID.zoneName, isMirrored(zone) && h("div", {}, h("a", { class: "small-text", href: mirrorHref(zone) }, "Devices and objects"))),
          h("td", {}, h("code", {}, zone.zoneID.ownerRecordName)),
          h("td", {}, zone.tracksChanges ? button("Show the feed", { class: "small", onclick: () => openFeed(zone) }) : h("span", { class: "none" }, "not tracked")),
          h("td", { class: "right" }, state.database === "private" && zone.zoneID.zoneName !== "_defaultZone"
            && iconButton(`Delete the zone ${zone.zoneID.zoneName}`, "trash", { onclick: () => remove(zone) }))))))));
  }

  const isMirrored = (zone) => zone.zoneID.zoneName.startsWith("com.apple.coredata.cloudkit.");
  const mirrorHref = ({ zoneID }) => app.href("mirroring", { database: state.database, user: state.user, zone: zoneKey(state.database === "shared" ? zoneID : { zoneName: zoneID.zoneName }) });

  async function modify(operation) {
    const answer = await api.database(place, state, "zones/modify", { operations: [operation] });
    const entry = answer.zones?.[0];
    if (entry?.serverErrorCode) throw new api.ApiError(400, entry);
  }

  function create() {
    const input = h("input", { type: "text", autocomplete: "off", maxlength: 255 });
    const problem = h("p", { class: "field-error", role: "alert" });
    const go = async () => {
      try {
        await modify({ operationType: "create", zone: { zoneID: { zoneName: input.value.trim() } } });
        box.close();
        toast(`The zone ${input.value.trim()} is created.`);
        load();
      } catch (error) { problem.textContent = error.message; }
    };
    const box = dialog("Create a zone", h("form", { onsubmit: (e) => { e.preventDefault(); go(); } }, labelled("Name", input), problem),
      { kind: "small", actions: [button("Cancel", { onclick: () => box.close() }), button("Create", { kind: "primary", onclick: go })] });
    input.focus();
  }

  async function remove(zone) {
    const name = zone.zoneID.zoneName;
    if (!await confirmation("Delete this zone", `${name} is deleted with every record in it.`, "Delete", { typed: name })) return;
    try {
      await modify({ operationType: "delete", zone: { zoneID: zone.zoneID } });
      toast(`The zone ${name} is deleted.`);
      state.zone = "";
      load();
    } catch (error) { toast(error.message, "error"); }
  }

  async function openFeed(zone) {
    if (!zone) return;
    state.zone = keyOf(zone);
    app.remember("zones", Object.fromEntries(Object.entries(state).filter(([k, v]) => v && !(k === "database" && v === "public"))));
    drawList();
    let token = "";
    let view = "all";
    const rows = [];
    const body = h("div", { class: "stack" }, skeleton(4));
    const more = async () => {
      try {
        const answer = await api.get(api.admin(place, `feed?${search({ zone: zone.zoneID.zoneName, owner: zone.zoneID.ownerRecordName, limit: 100, ...(token ? { syncToken: token } : {}) })}`));
        const isNewer = token !== "";
        token = answer.syncToken;
        for (const record of answer.records) {
          const at = rows.findIndex((r) => r.recordName === record.recordName);
          if (at >= 0) rows.splice(at, 1);
          rows.push(record);
        }
        draw(answer.moreComing, isNewer ? answer.records.length : null);
      } catch (error) { replace(body, errorBox(error, more)); }
    };
    const draw = (moreComing, fresh) => {
      const shown = rows.filter((r) => view === "all" || r.deleted === (view === "deleted"));
      replace(body, h("div", { class: "row spread" }, segmented("Show", [["all", "All"], ["changed", "Changed"], ["deleted", "Deleted"]], view, (v) => { view = v; draw(moreComing, null); }),
        h("span", { class: "hint", "aria-live": "polite" }, fresh === null ? plural(rows.length, "record") : fresh === 0 ? "Nothing new since the last look" : `${plural(fresh, "change")} since the last look`)),
      shown.length === 0 ? empty("zones", "Nothing here", "Changes appear in the order in which they happened.") : h("div", { class: "table-frame", tabindex: "0", role: "region", "aria-label": "Changed records" }, h("table", { class: "plain-table" },
        h("thead", {}, h("tr", {}, ["Record", "Type", "Change tag", "When", "By"].map((t) => h("th", { scope: "col" }, t)))),
        h("tbody", {}, shown.map((r) => h("tr", {}, h("th", { scope: "row" }, h("code", {}, r.recordName)), h("td", {}, r.recordType || "–"),
          h("td", {}, r.deleted ? h("span", { class: "badge gone" }, "deleted") : h("code", {}, r.recordChangeTag)),
          h("td", {}, r.modified ? time(r.modified.timestamp) : "–"), h("td", {}, r.modified ? h("code", {}, r.modified.userRecordName) : "–")))))),
      h("div", { class: "row" }, button(moreComing ? "More" : "Look for newer changes", { onclick: more }),
        h("details", { class: "grow" }, h("summary", {}, "Sync token"), h("code", { class: "break" }, token))));
    };
    replace(feed, h("h2", {}, `Changes in ${zone.zoneID.zoneName === "_defaultZone" ? "the default zone" : zone.zoneID.zoneName}`), body);
    await more();
  }

  replace(root, app.head("Zones and changes", button("Create zone", { onclick: () => {
    if (state.database !== "private" || !state.user) { toast("Zones belong to private databases: choose one first.", "error"); return; }
    create();
  } }, "plus")), controls, list, feed);
  async function begin() {
    failure = null;
    try { users = await app.users(); } catch (error) { failure = error; }
    if (state.database !== "public" && !state.user && users.length) state.user = users[0].recordName;
    drawControls();
    await load();
  }
  drawControls();
  await begin();
}
