// Subscriptions, shares and their participants.
import * as api from "./api.js";
import { alertText, button, confirmation, dialog, empty, errorBox, h, iconButton, labelled, plural, replace, select, skeleton, toast } from "./ui.js";
import { zoneKey } from "./values.js";

/// So many users are asked at once; of more, one is chosen.
const ALL_USERS = 50;

/// Choices of a user; "" is all of them, where they are not too many.
function userSelect(users, value, onChange) {
  const known = users.some((u) => u.recordName === value);
  return labelled("User", select([...(users.length <= ALL_USERS ? [["", "All users"]] : []), ...users.map((u) => [u.recordName, u.name]),
    ...(value && !known ? [[value, `${value} (not found)`]] : [])], value, onChange));
}

/// What each of the users has, one list after the other.
async function ofUsers(users, user, ask) {
  const names = user ? [user] : users.map((u) => u.recordName);
  return (await Promise.all(names.map(async (name) => (await ask(name)).map((item) => ({ ...item, user: name }))))).flat();
}

function table(caption, columns, rows) {
  return h("div", { class: "table-frame" }, h("table", { class: "plain-table cards" }, h("caption", { class: "hidden-text" }, caption),
    h("thead", {}, h("tr", {}, columns.map((c) => h("th", { scope: "col" }, c || h("span", { class: "hidden-text" }, "Actions"))))),
    h("tbody", {}, rows.map((cells) => h("tr", {}, cells.map((cell, i) => h(i === 0 ? "th" : "td", {
      scope: i === 0 ? "row" : null, "data-label": columns[i] || null, class: columns[i] ? "" : "right",
    }, cell)))))));
}

// MARK: Subscriptions

const COMPARATORS = { EQUALS: "==", NOT_EQUALS: "!=", LESS_THAN: "<", LESS_THAN_OR_EQUALS: "<=", GREATER_THAN: ">", GREATER_THAN_OR_EQUALS: ">=" };

function about(subscription) {
  const { subscriptionType: kind, query, zoneID, recordType } = subscription;
  const of = recordType ? ` of type ${recordType}` : "";
  if (kind === "database") return `Every change${of} in the database`;
  if (kind === "zone") return `Every change${of} in the zone ${zoneID?.zoneName}`;
  const filters = (query?.filterBy || []).map((f) => `${f.fieldName || f.systemFieldName} ${COMPARATORS[f.comparator]
    || f.comparator.toLowerCase().replaceAll("_", " ")} ${JSON.stringify(f.fieldValue?.value?.recordName ?? f.fieldValue?.value)}`);
  return `${query?.recordType} records${filters.length ? ` with ${filters.join(" and ")}` : ""}${zoneID && !subscription.zoneWide ? ` in the zone ${zoneID.zoneName}` : ""}`;
}

export async function subscriptionsPage(app, root) {
  const { place } = app;
  const state = { database: app.query.get("database") || "private", user: app.query.get("user") || "" };
  const users = await app.users();
  if (!state.user && users.length > ALL_USERS) state.user = users[0].recordName;
  const controls = h("div", { class: "controls" });
  const list = h("div", {}, skeleton(3));
  const nameOf = (user) => users.find((u) => u.recordName === user)?.name || user;
  let asked = 0;

  const modify = async (subscription, operationType) => {
    const answer = await api.database(place, { ...state, user: subscription.user }, "subscriptions/modify",
      { operations: [{ operationType, subscription: { subscriptionID: subscription.subscriptionID } }] });
    if (answer.subscriptions[0]?.serverErrorCode) throw new api.ApiError(400, answer.subscriptions[0]);
  };

  async function remove(subscription) {
    if (!await confirmation("Delete this subscription", `${nameOf(subscription.user)} is not notified of it any more.`, "Delete")) return;
    try {
      await modify(subscription, "delete");
      toast(`${subscription.subscriptionID} is deleted.`);
    } catch (error) { toast(error.message, "error"); }
    load();
  }

  async function load() {
    const mine = ++asked;
    try {
      const found = await ofUsers(users, state.user, async (user) => (await api.database(place, { ...state, user }, "subscriptions/list", {})).subscriptions);
      // The answer for another database may come late.
      if (mine !== asked) return;
      replace(list, found.length === 0 ? empty("subscriptions", "No subscriptions", "Apps save a subscription to be notified of changes; it appears here.")
        : table("Subscriptions", ["Subscription", "User", "About", "When", "Notification", ""], found.map((s) => [
          h("code", { class: "break" }, s.subscriptionID), nameOf(s.user), h("span", { dir: "auto" }, about(s)),
          s.subscriptionType === "query" ? `${(s.firesOn || []).join(", ")}${s.firesOnce ? ", once" : ""}` : "any change",
          s.notificationInfo?.alertBody ? h("span", { dir: "auto" }, s.notificationInfo.alertBody)
            : h("span", { class: "none" }, s.notificationInfo ? "without text" : "–"),
          iconButton(`Delete ${s.subscriptionID} of ${nameOf(s.user)}`, "trash", { onclick: () => remove(s) })])));
    } catch (error) { if (mine === asked) replace(list, errorBox(error, load)); }
  }
  const changed = () => {
    app.visit("subscriptions", { database: state.database, ...(state.user ? { user: state.user } : {}) });
    replace(list, skeleton(3));
    load();
  };
  replace(controls, labelled("Database", select([["public", "Public"], ["private", "Private"], ["shared", "Shared"]], state.database, (value) => { state.database = value; changed(); })),
    userSelect(users, state.user, (value) => { state.user = value; changed(); }));
  replace(root, app.head("Subscriptions"), controls, list);
  await load();
}

// MARK: Shares

const PERMISSIONS = [["READ_ONLY", "May read"], ["READ_WRITE", "May change"]];
const PUBLIC = [["NONE", "Only participants"], ["READ_ONLY", "All users may read"], ["READ_WRITE", "All users may change"]];
const REQUESTS = [["false", "May not ask to take part"], ["true", "May ask to take part"]];
const ACCEPTANCE = { INVITED: "invited", ACCEPTED: "accepted", REMOVED: "removed", UNKNOWN: "unknown" };
const ROLES = { OWNER: "owner", ADMINISTRATOR: "administrator", USER: "invited", PUBLIC_USER: "came by the link" };

export async function sharesPage(app, root) {
  const { place } = app;
  const state = { user: app.query.get("user") || "" };
  const [users, schema] = await Promise.all([app.users(), app.schema(true)]);
  if (!state.user && users.length > ALL_USERS) state.user = users[0].recordName;
  const list = h("div", {}, skeleton(3));
  const nameOf = (user) => users.find((u) => u.recordName === user)?.name || user;
  const scope = (user) => ({ database: "private", user });
  let asked = 0;
  const identity = ({ userIdentity: who, shortGUID }) => {
    const user = users.find((u) => u.recordName === who?.userRecordName);
    return [user?.givenName, user?.familyName].filter(Boolean).join(" ") || user?.name
      || who?.lookupInfo?.emailAddress || who?.lookupInfo?.phoneNumber || who?.userRecordName
      || (shortGUID ? "The first user with the link" : "unknown");
  };
  const title = (share) => share.fields?.["cloudkit.title"]?.value || share.recordName;
  const records = (share, recordName) => app.href("records", { database: "private", user: share.user, record: recordName, recordZone: zoneKey({ zoneName: share.zoneID.zoneName }) });

  /// Every share of a user, page by page.
  async function shares(user) {
    const found = [];
    let continuationMarker;
    do {
      const answer = await api.post(api.admin(place, "query"), { ...scope(user), recordType: "cloudkit.share", limit: 200, numbersAsStrings: true, continuationMarker });
      found.push(...answer.records);
      continuationMarker = answer.continuationMarker;
    } while (continuationMarker);
    return found;
  }

  async function load() {
    const mine = ++asked;
    try {
      const has = schema.types.some((t) => t.name === "cloudkit.share");
      const found = !has ? [] : await ofUsers(users, state.user, shares);
      if (mine !== asked) return;
      replace(list, found.length === 0 ? empty("users", "No shares", "A user who shares a record or a zone of the private database makes one; it appears here.")
        : table("Shares", ["Share", "Owner", "What is shared", "Without an invitation", "Participants", ""], found.map((share) => [
          h("span", { dir: "auto" }, title(share)), nameOf(share.user),
          share.rootRecord ? h("a", { class: "mono", href: records(share, share.rootRecord.recordName) }, share.rootRecord.recordName)
            : `the zone ${share.zoneID.zoneName}`,
          PUBLIC.find(([key]) => key === share.publicPermission)?.[1] || share.publicPermission,
          plural(share.participants.length - 1, "participant"),
          button("Participants", { class: "small", "aria-label": `Participants of ${title(share)}`, onclick: () => open(share) }, "users")])));
    } catch (error) { if (mine === asked) replace(list, errorBox(error, load)); }
  }

  /// The participants of a share, which can be invited, changed and removed.
  function open(first) {
    let share = first;
    const content = h("div", { class: "stack" });
    const status = h("div", { "aria-live": "polite" });

    async function save(changes, text) {
      replace(status);
      content.inert = true;
      try {
        const answer = await api.database(place, scope(first.user), "records/modify", {
          zoneID: share.zoneID, atomic: false, operations: [{ operationType: "update", record: {
            recordName: share.recordName, recordType: "cloudkit.share", recordChangeTag: share.recordChangeTag,
            ...(share.rootRecord ? { rootRecord: share.rootRecord } : {}), ...(share.shortGUID ? { shortGUID: share.shortGUID } : {}),
            publicPermission: share.publicPermission, participants: share.participants.filter((p) => p.type !== "OWNER"), ...changes } }],
        });
        if (answer.records[0].serverErrorCode) throw new api.ApiError(400, answer.records[0]);
        share = { ...answer.records[0], user: first.user };
        alertText(text);
        load();
      } catch (error) {
        if (error.code === "CONFLICT" && await refresh()) error.advice = "The share is shown as it is stored now: make your change again.";
        replace(status, errorBox(error));
      }
      content.inert = false;
      draw();
    }
    /// Takes the share as it is stored now; false where it cannot be read.
    async function refresh() {
      try {
        const answer = await api.database(place, scope(first.user), "records/lookup", { zoneID: share.zoneID, records: [{ recordName: share.recordName }] });
        if (answer.records[0].serverErrorCode) return false;
        share = { ...answer.records[0], user: first.user };
        load();
        return true;
      } catch { return false; }
    }
    const requests = () => share.accessRequests || { allowed: false, requesters: [], blocked: [] };
    const answer = (values, text) => save({ accessRequests: { ...requests(), ...values } }, text);
    const without = (list, p) => list.filter((other) => other !== p);
    const others = () => share.participants.filter((p) => p.type !== "OWNER");
    const change = (participant, values) => save({ participants: others().map((p) => (p === participant ? { ...p, ...values } : p)) }, `${identity(participant)} is changed.`);

    function draw() {
      const email = h("input", { type: "email", autocomplete: "off", placeholder: "name@example.org" });
      let permission = "READ_ONLY";
      const add = (userIdentity, text) => save({ participants: [...others(), { userIdentity, type: "USER", permission, acceptanceStatus: "INVITED" }] }, text);
      const invite = () => {
        const emailAddress = email.value.trim();
        if (!emailAddress) { email.focus(); return; }
        add({ lookupInfo: { emailAddress } }, `${emailAddress} is invited.`);
      };
      replace(content, status,
        labelled("Without an invitation", select(PUBLIC, share.publicPermission, (value) => save({ publicPermission: value }, "Saved"))),
        table("Participants", ["Participant", "Role", "Status", "Permission", ""], share.participants.map((p) => (p.type === "OWNER"
          ? [h("span", { dir: "auto" }, identity(p)), ROLES.OWNER, ACCEPTANCE.ACCEPTED, "May change", ""]
          : [[h("span", { dir: "auto" }, identity(p)), p.shortGUID && p.acceptanceStatus === "INVITED" && h("code", { class: "break hint" }, p.shortGUID)], ROLES[p.type] || p.type, ACCEPTANCE[p.acceptanceStatus] || p.acceptanceStatus,
            select(PERMISSIONS, p.permission, (value) => change(p, { permission: value }), { "aria-label": `What ${identity(p)} may do` }),
            iconButton(`Remove ${identity(p)}`, "trash", { onclick: () => save({ participants: without(others(), p) }, `${identity(p)} is removed.`) })]))),
        labelled("Users with the link", select(REQUESTS, String(requests().allowed), (value) => answer({ allowed: value === "true" }, "Saved"))),
        requests().requesters.length > 0 && table("Users that ask to take part", ["User", ""], requests().requesters.map((p) => [
          h("span", { dir: "auto" }, identity(p)), h("div", { class: "row end-line" },
            button("Let in", { onclick: () => add(p.userIdentity, `${identity(p)} may take part.`) }),
            button("Deny", { onclick: () => answer({ requesters: without(requests().requesters, p) }, `${identity(p)} is denied.`) }),
            button("Block", { onclick: () => answer({ requesters: without(requests().requesters, p), blocked: [...requests().blocked, p] }, `${identity(p)} is blocked.`) }))])),
        requests().blocked.length > 0 && table("Blocked users", ["User", ""], requests().blocked.map((p) => [
          h("span", { dir: "auto" }, identity(p)),
          button("Unblock", { onclick: () => answer({ blocked: without(requests().blocked, p) }, `${identity(p)} may ask again.`) })])),
        h("form", { class: "row end-line", onsubmit: (event) => { event.preventDefault(); invite(); } }, labelled("Invite by email address", email),
          labelled("Permission", select(PERMISSIONS, permission, (value) => { permission = value; })), button("Invite", { onclick: invite }, "plus"),
          button("Make a one-time link", { onclick: () => add({}, "The first user with the new link becomes a participant.") }, "plus")),
        share.shortGUID && h("p", { class: "hint" }, "Last part of the link: ", h("code", { class: "break" }, share.shortGUID)));
    }
    const box = dialog(title(share), content, { kind: "wide", actions: [h("a", { class: "button", href: records(share, share.recordName) }, "Open the record"),
      button("Done", { kind: "primary", onclick: () => box.close() })] });
    draw();
  }

  replace(root, app.head("Shares"), h("div", { class: "controls" }, userSelect(users, state.user, (value) => {
    state.user = value;
    app.visit("shares", value ? { user: value } : {});
    replace(list, skeleton(3));
    load();
  })), list);
  await load();
}
