// What a Core Data store keeps of its mirror in CloudKit: what waits to be sent, the events, the
// zones with their shares. It follows what another process does with the store.
import { ago, alertText, button, copyButton, count, dateTime, duration, empty, errorBox, h, icon, notice, plural, replace, segmented, skeleton, toggle, uid } from "./ui.js";

const FEW = { changes: 100, events: 50 };
const MANY = { changes: 10000, events: 1000 };
const KINDS = { new: "New", edited: "Edited", deleted: "Deleted", pair: "Related", pairDeleted: "No longer related" };
const STATES = {
  saved: ["Saved", "The mirror did not look at it yet"], waiting: ["Waits", "It goes out with the next request"],
  sent: ["Sent", "The server's answer is not known yet"], refused: ["Refused", "It is sent again when the reason may hold no longer"],
};
const EVENTS = { setup: "Setup", import: "Import", export: "Export" };

/// A moment to the second, as people read it here; elsewhere it is in the title.
function moment(text) {
  if (!text) return h("span", { class: "none" }, "–");
  const ms = Date.parse(text);
  const seconds = String(new Date(ms).getSeconds()).padStart(2, "0");
  return h("time", { datetime: text, title: `${text} · ${ago(ms)}`, class: "number nowrap" }, `${dateTime(ms)}:${seconds}`);
}

const panel = (text, ...content) => {
  const label = uid("panel");
  return h("section", { class: "panel", "aria-labelledby": label }, h("h2", { id: label }, text), content);
};

const table = (caption, columns, rows) => h("div", { class: "table-frame", tabindex: "0", role: "region", "aria-label": caption },
  h("table", { class: "plain-table cards" }, h("caption", { class: "hidden-text" }, caption),
    h("thead", {}, h("tr", {}, columns.map(([text, kind]) => h("th", { scope: "col", class: kind || "" }, text)))),
    h("tbody", {}, rows)));

const chips = (names) => h("span", { class: "chips wraps" }, names.map((name) => h("bdi", { class: "chip" }, name)));

/// What the server said: `Cannot create or modify field … (CD_title, CKError 12)`.
const refusal = (one) => [one.text, h("span", { class: "hint" }, ` (${[one.field, one.code ? `CKError ${one.code}` : ""].filter(Boolean).join(", ")})`)];

export async function mirrorPage(site, body, query, isCurrent) {
  const state = { changes: query.get("changes") === "all", events: query.get("events") === "all", failed: query.get("show") === "failed" };
  const parts = new Map();
  let isLive = true;
  let seen = null;
  let records = null;
  let shownRecords = "";
  let asking = 0;

  function remember() {
    const search = new URLSearchParams({ ...(state.changes ? { changes: "all" } : {}), ...(state.events ? { events: "all" } : {}), ...(state.failed ? { show: "failed" } : {}) }).toString();
    history.replaceState(null, "", `#/mirror${search ? `?${search}` : ""}`);
  }

  /// A part of the page, drawn again where what it shows changed; the focus stays where it was.
  function part(name, value, draw) {
    const text = JSON.stringify(value);
    const known = parts.get(name);
    if (known?.text === text) return known.node;
    const node = known?.node || h("div", { class: "mirror-part" });
    const focused = node.contains(document.activeElement) ? document.activeElement : null;
    const key = focused && (focused.getAttribute("href") || focused.dataset.value || focused.getAttribute("aria-label") || focused.textContent);
    replace(node, draw(value));
    parts.set(name, { text, node });
    if (key) {
      [...node.querySelectorAll("a, button, [tabindex]")].find((n) => [n.getAttribute("href"), n.dataset.value, n.getAttribute("aria-label"), n.textContent].includes(key))?.focus({ preventScroll: true });
    }
    return node;
  }

  const live = h("span", { class: "live" });
  const news = h("p", { class: "hidden-text", "aria-live": "polite" });
  const contents = h("div", { class: "mirror-page" }, skeleton(6));
  const columns = h("div", { class: "mirror-columns" });
  const show = (kind, text) => { live.className = `live ${kind}`; live.textContent = text; };
  const switched = toggle("Live", true, (on) => {
    isLive = on;
    show(on ? "on" : "", on ? "Live" : "Paused");
    alertText(on ? "Live" : "Paused");
  });
  replace(body, site.head(site.heading("Mirroring"), h("span", { class: "row" }, live, switched)), news, contents);

  async function load() {
    const mine = ++asking;
    const started = performance.now();
    const limits = { changes: (state.changes ? MANY : FEW).changes, events: (state.events ? MANY : FEW).events, failed: state.failed ? 1 : 0 };
    // Every record is read for what they have beyond the model: when something came or went.
    const needsRecords = !records || records.after !== seen;
    const answer = await site.ask("mirror", { ...limits, records: needsRecords ? 1 : 0 });
    const took = performance.now() - started;
    if (!isCurrent() || mine !== asking) return took;
    if (answer.records) records = { ...answer.records, after: answer.events.last?.id ?? "none" };
    draw(answer);
    return took;
  }

  async function follow() {
    let took = 0;
    if (isLive && !document.hidden) {
      try {
        took = await load();
        if (isCurrent() && isLive) show("on", "Live");
      } catch (error) {
        if (!isCurrent()) return;
        show("off", "Not connected");
        if (parts.size === 0) replace(contents, errorBox(error, () => load().catch(() => {})));
      }
    }
    // A large store is asked less often, so that it is not asked all the time.
    if (isCurrent()) setTimeout(follow, Math.max(1000, took * 4));
  }

  function again(change) {
    Object.assign(state, change);
    remember();
    load().catch((error) => alertText(error.message));
  }

  function draw(answer) {
    if (!answer.mirrored) {
      seen = null;
      replace(contents, part("absent", [answer.message, answer.advice], () => empty("mirror", answer.message, answer.advice, h("a", { class: "button", href: "#/" }, "Show the model"))));
      return;
    }
    const last = answer.events.last;
    if (seen && last && last.id !== seen) news.textContent = `${EVENTS[last.kind]}: ${last.error ? `failed, ${last.error.text}` : plural(last.count, "object")}`;
    seen = last?.id ?? "none";
    const refused = answer.entities.reduce((sum, e) => sum + e.refused, 0);
    const objects = answer.entities.reduce((sum, e) => sum + e.objects, 0);
    const since = answer.changes.shown[0]?.since;
    const halves = [part("entities", [answer.entities, answer.pairs], () => entities(answer)), part("zones", [answer.zones, answer.polled, answer.account, answer.lease], () => zones(answer))];
    if (!columns.firstChild) columns.append(...halves);
    const nodes = [
      part("summary", [answer.changes.total, refused, last?.error, answer.isSending, answer.account, since && ago(Date.parse(since)), answer.isReadAgain, answer.refusals, answer.orphans.total, answer.lease, answer.leftBehind, answer.missingTargets], () => summary(answer, since)),
      part("tiles", [answer.changes.total, refused, objects, answer.lastImport && ago(Date.parse(answer.lastImport)), answer.lastExport && ago(Date.parse(answer.lastExport))], () => h("div", { class: "tiles" },
        tile("To be sent", count(answer.changes.total)), tile("Refused", count(refused), refused > 0 ? "danger-text" : ""), tile("Objects mirrored", count(objects)),
        when("Last fetched", answer.lastImport), when("Last sent", answer.lastExport))),
      part("changes", answer.changes, changes),
      part("events", [answer.events, state.failed, state.events], () => events(answer.events)),
      columns,
      records && part("records", [records.fields, records.extras, records.overtaken, answer.orphans], () => leftovers(answer)),
    ];
    // What stands where it stood stays in the document, and with it the focus.
    const wanted = nodes.filter(Boolean);
    if (wanted.length !== contents.children.length || wanted.some((node, i) => node !== contents.children[i])) replace(contents, wanted);
  }

  const tile = (name, value, kind = "") => h("div", { class: "tile" }, h("div", { class: "tile-name" }, name), h("div", { class: `tile-value ${kind}`.trim() }, value));
  const when = (name, date) => tile(name, date ? h("time", { datetime: date, title: date }, ago(Date.parse(date))) : "Never", "words");

  /// How long something waits: `for 5 minutes`.
  const waited = (date) => {
    const text = ago(Date.parse(date));
    return text === "just now" ? "since a moment ago" : `for ${text.replace(/ ago$/, "")}`;
  };

  /// The answer to whether everything is at the server, and what stands in the way.
  function summary(answer, since) {
    const list = [];
    const last = answer.events.last;
    const waits = answer.changes.total;
    if (waits > 0) list.push(notice("warn", h("p", {}, `${plural(waits, "change")} wait${waits === 1 ? "s" : ""} to be sent${since ? `, the earliest ${waited(since)}` : ""}.`)));
    if (!answer.account) list.push(notice("warn", h("p", {}, "No account was found yet: nothing is sent or fetched.")));
    else if (last?.error) list.push(h("div", { class: "notice error" }, icon("warn"), h("div", {}, h("p", {}, `The last ${last.kind} failed: ${last.error.text}`), h("p", { class: "hint" }, `${last.error.domain} ${last.error.code}, `, moment(last.start)))));
    for (const one of answer.refusals) list.push(h("div", { class: "notice error" }, icon("warn"), h("div", {}, h("p", {}, "The server refused a change: ", refusal(one)))));
    if (answer.isReadAgain) list.push(notice("info", h("p", {}, "The whole zone is being read again: what the server does not have any more goes afterwards.")));
    if (answer.missingTargets > 0) list.push(notice("info", h("p", {}, `${plural(answer.missingTargets, "relationship")} wait${answer.missingTargets === 1 ? "s" : ""} for a record that is not here yet.`)));
    if (answer.leftBehind > 0) list.push(notice("info", h("p", {}, `${plural(answer.leftBehind, "record")} of objects that moved into a share ${answer.leftBehind === 1 ? "is" : "are"} to be deleted where they were.`)));
    if (waits === 0 && answer.account && list.length === 0) list.push(h("div", { class: "notice ok" }, icon("check"), h("div", {}, h("p", {}, "Everything is sent."))));
    return h("div", { class: "stack" }, list);
  }

  const objectLink = (id, label, recordName) => (id ? h("a", { class: "to", href: site.objectHref(id), title: id }, h("bdi", {}, label || id)) : h("code", { class: "break none" }, recordName || "–"));

  function changes(list) {
    const row = (one) => {
      const [text, hint] = STATES[one.state];
      return h("tr", {},
        h("th", { scope: "row" }, objectLink(one.object, one.label, one.recordName), one.other && [" – ", objectLink(one.other, one.otherLabel)]),
        h("td", { "data-label": "Entity" }, one.entity || "–"),
        h("td", { "data-label": "Change" }, h("div", { class: "row tight" }, KINDS[one.kind], one.properties.length > 0 && chips(one.properties))),
        h("td", { "data-label": "Since" }, moment(one.since)),
        h("td", { "data-label": "State" }, h("div", {}, h("span", { class: `badge first ${one.state === "refused" ? "gone" : ""}`.trim(), title: hint }, text), one.refusal && h("p", { class: "hint" }, one.refusal.text))));
    };
    return panel("To be sent", list.total === 0 ? h("p", { class: "hint" }, "Nothing waits.") : table("What waits to be sent", [["Object"], ["Entity"], ["Change"], ["Since"], ["State"]], list.shown.map(row)),
      list.total > list.shown.length && h("div", { class: "row" }, h("span", { class: "hint" }, `The earliest ${count(list.shown.length)} of ${count(list.total)}.`), !state.changes && button("Show more", { class: "small", onclick: () => again({ changes: true }) })));
  }

  function events(list) {
    const row = (one) => h("tr", {},
      h("th", { scope: "row" }, EVENTS[one.kind]), h("td", { "data-label": "Began" }, moment(one.start)),
      h("td", { "data-label": "Took", class: "right number" }, one.end ? duration(Math.max(0, Date.parse(one.end) - Date.parse(one.start))) : "–"),
      h("td", { "data-label": "Objects", class: "right number" }, count(one.count)),
      h("td", { "data-label": "Outcome" }, h("div", {}, one.error ? [h("p", {}, h("span", { class: "badge first gone" }, "Failed"), " ", one.error.text), h("p", { class: "hint" }, `${one.error.domain} ${one.error.code}`)] : h("span", { class: "badge first new" }, "Done"),
        one.notes.length > 0 && h("ul", { class: "plain hint" }, one.notes.map((note) => h("li", {}, note))))));
    const rest = (state.failed ? list.failed : list.total) - list.shown.length;
    return panel("Events", h("div", { class: "row spread" }, segmented("Which events", [["all", `All ${count(list.total)}`], ["failed", `Failed ${count(list.failed)}`]], state.failed ? "failed" : "all", (value) => again({ failed: value === "failed" })), h("span", { class: "hint" }, "The latest first")),
      list.shown.length === 0 ? h("p", { class: "hint" }, state.failed ? "No event failed." : "There were none yet.")
        : table("Events", [["Event"], ["Began"], ["Took", "right"], ["Objects", "right"], ["Outcome"]], [...list.shown].reverse().map(row)),
      rest > 0 && !state.events && h("div", { class: "row" }, button(`Show ${plural(rest, "earlier one", "earlier ones")}`, { class: "small", onclick: () => again({ events: true }) })));
  }

  function entities(answer) {
    const number = (n, label, kind = "") => h("td", { class: `right number ${n === 0 ? "none" : kind}`.trim(), "data-label": label }, count(n));
    return panel("Objects", answer.entities.length === 0 ? h("p", { class: "hint" }, "No object is mirrored yet.")
      : table("Objects by entity", [["Entity"], ["Objects", "right"], ["New", "right"], ["Edited", "right"], ["Deleted", "right"], ["Refused", "right"]], answer.entities.map((e) => h("tr", {},
        h("th", { scope: "row" }, h("a", { class: "to", href: site.entityHref(e.name) }, h("bdi", {}, e.name))),
        number(e.objects, "Objects"), number(e.new, "New"), number(e.edited, "Edited"), number(e.deleted, "Deleted"), number(e.refused, "Refused", "danger-text")))),
    answer.pairs.all > 0 && h("p", { class: "hint" }, `${plural(answer.pairs.all, "pair")} of relationships from many to many${answer.pairs.pending > 0 ? `, ${count(answer.pairs.pending)} of them to be sent` : ""}.`));
  }

  const term = (name, ...value) => [h("dt", {}, name), h("dd", {}, value)];

  function zones(answer) {
    const { lease } = answer;
    const place = (zone) => h("section", { class: "zone" },
      h("div", {}, h("h3", {}, zone.share ? h("bdi", {}, zone.share.title || "A share") : "Objects in no share"), h("code", { class: "break hint" }, zone.name)),
      h("dl", { class: "facts" },
        term("Owner", zone.owner === "__defaultOwner__" ? "this user" : h("code", {}, zone.owner)), term("Objects", count(zone.objects)),
        term("Read", zone.isReadAgain ? "being read again" : zone.hasToken ? (zone.isChanged ? "up to a change token; the server has more" : "up to its change token") : "not yet"),
        zone.share && [term("Participants", zone.share.participants === 0 ? "the owner alone" : `${count(zone.share.participants)} beside the owner, ${count(zone.share.accepted)} of them accepted`),
          zone.share.url && term("Address", h("code", { class: "break" }, zone.share.url), " ", copyButton(zone.share.url, "Copy"))]));
    return panel("Account and zones", h("dl", { class: "facts" },
      term("Account", answer.account ? h("code", { class: "break" }, answer.account) : "none yet"),
      term("At work", lease ? [lease.program ? [h("bdi", {}, lease.program), ` (process ${lease.process}${lease.host ? ` on ${lease.host}` : ""})`] : "a process", h("span", { class: "hint" }, ", by a lease until "), moment(lease.until)] : "no process now")),
    answer.zones.map(place),
    answer.polled.length > 0 && table("Types of the public database", [["Record type"], ["Latest change"]], answer.polled.map((one) => h("tr", {}, h("th", { scope: "row" }, one.type), h("td", { "data-label": "Latest" }, moment(one.date))))),
    answer.zones.length === 0 && answer.polled.length === 0 && h("p", { class: "hint" }, "No zone was read yet."));
  }

  function leftovers(answer) {
    const { fields, extras, overtaken } = records;
    if (fields.length === 0 && overtaken.total === 0 && answer.orphans.total === 0) return [];
    return panel("Kept as it is",
      fields.length > 0 && [h("p", {}, "Records have fields that this version of the model does not have. They stay as they are when an object is sent."),
        table("Fields that the model does not have", [["Entity"], ["Field"], ["Records", "right"]], fields.map((one) => h("tr", {}, h("th", { scope: "row" }, one.entity), h("td", { "data-label": "Field" }, h("code", {}, one.field)), h("td", { class: "right number", "data-label": "Records" }, count(one.records))))),
        h("details", {}, h("summary", {}, `The objects${extras.length === 100 ? ", the first 100" : ""}`), h("ul", { class: "plain" }, extras.map((one) => h("li", { class: "row" }, objectLink(one.object), chips(one.fields)))))],
      overtaken.total > 0 && h("div", {}, h("h3", {}, "Changed by another device meanwhile"), h("p", { class: "hint" }, "The next import joins both changes, field by field."),
        h("ul", { class: "plain" }, overtaken.shown.map((id) => h("li", {}, objectLink(id))))),
      answer.orphans.total > 0 && h("div", {}, h("h3", {}, "Records without an object"), h("p", { class: "hint" }, "The object was removed without a trace in the history, by SQL or by a program that keeps none."),
        h("ul", { class: "plain" }, answer.orphans.shown.map((name) => h("li", {}, h("code", { class: "break" }, name))))));
  }

  await follow();
}
