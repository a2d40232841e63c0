// The frame round the pages: sign-in, containers, navigation, shortcuts.
import * as api from "./api.js";
import { keysPage, rolesPage, tokensPage, usersPage } from "./access.js";
import { backupsPage } from "./backups.js";
import { isSideOpen, keep, kept, leaveSide, logo, makeFrame, readStore, showSide, sideHead, store, themeSwitch, turnTheme } from "./frame.js";
import { mirroringPage } from "./mirroring.js";
import { recordsPage } from "./records.js";
import { requestsPage } from "./requests.js";
import { schemaPage } from "./schema.js";
import { sharesPage, subscriptionsPage } from "./sharing.js";
import { usagePage } from "./usage.js";
import { alertText, button, confirmation, dialog, empty, errorBox, h, icon, iconButton, labelled, replace, segmented, select, skeleton, toast } from "./ui.js";
import { zonesPage } from "./zones.js";

const PAGES = {
  records: { title: "Records", page: recordsPage, icon: "records", key: "1", placed: true },
  schema: { title: "Schema", page: schemaPage, icon: "schema", key: "2", placed: true },
  zones: { title: "Zones", page: zonesPage, icon: "zones", key: "3", placed: true },
  mirroring: { title: "Mirroring", page: mirroringPage, icon: "mirror", placed: true },
  roles: { title: "Roles", page: rolesPage, icon: "lock", key: "4", placed: true },
  subscriptions: { title: "Subscriptions", page: subscriptionsPage, icon: "subscriptions", placed: true },
  shares: { title: "Shares", page: sharesPage, icon: "shares", placed: true },
  users: { title: "Users", page: usersPage, icon: "users", key: "5" },
  tokens: { title: "Tokens", page: tokensPage, icon: "tokens", key: "6" },
  keys: { title: "Keys", page: keysPage, icon: "keys", key: "7" },
  requests: { title: "Requests", page: requestsPage, icon: "requests", key: "8" },
  usage: { title: "Usage", page: usagePage, icon: "usage", key: "9" },
  backup: { title: "Backup", page: backupsPage, icon: "backup" },
};

const root = document.getElementById("app");
const part = encodeURIComponent;
let session = null;
let stop = null;
let shortcuts = new Map();
let users = null;
let schemas = new Map();
let rendering = 0;
let isDirty = false;
let shown = "";

const app = {
  place: null,
  containers: [],
  query: new URLSearchParams(),
  get isDirty() { return isDirty; },
  set isDirty(value) { isDirty = value; },

  head(title, ...actions) {
    return h("header", { class: "page-head" }, h("h1", { tabindex: "-1", id: "page-title" }, title), h("div", { class: "row actions" }, actions));
  },

  href(page, query = {}, place = app.place) {
    const search = new URLSearchParams(query).toString();
    const path = PAGES[page].placed && place ? `/c/${part(place.container)}/${place.environment}/${page}` : `/${page}`;
    return `#${path}${search ? `?${search}` : ""}`;
  },

  go(page, query) { location.hash = app.href(page, query); },

  /// What the page shows now, kept in its address without a new entry in the history.
  remember(page, query) {
    const href = app.href(page, query);
    if (location.hash !== href) history.replaceState(null, "", href);
    shown = location.hash;
  },

  /// What the page shows from now on; Back returns to what it showed before.
  visit(page, query) {
    const href = app.href(page, query);
    if (location.hash !== href) history.pushState({ from: location.hash }, "", href);
    shown = location.hash;
  },

  /// Returns to an address: by Back where the visit began there, so that no entry is left over.
  leave(page, query) {
    const href = app.href(page, query);
    if (history.state?.from !== href) { app.remember(page, query); return; }
    shown = href;
    history.back();
  },

  kept,
  keep,

  shortcut(key, action) { shortcuts.set(key, action); },

  async schema(isFresh = false) {
    const key = `${app.place.container}/${app.place.environment}`;
    if (isFresh || !schemas.get(key)) schemas.set(key, await api.schema(app.place));
    return schemas.get(key);
  },
  keepSchema(place, schema) { schemas.set(`${place.container}/${place.environment}`, schema); },

  async users() {
    users = users || (await api.get("/admin/1/users")).users;
    return users;
  },
  forgetUsers() { users = null; },
};

// MARK: Signing in

/// The fields of a sign-in, and what sends them; `done` is called once the session has begun.
function signInForm(message, done) {
  const user = h("input", { type: "text", name: "username", autocomplete: "username", autocapitalize: "off", spellcheck: "false", required: true });
  const password = h("input", { type: "password", name: "password", autocomplete: "current-password", required: true });
  const problem = h("p", { class: "field-error", role: "alert" }, message || "");
  const sure = h("button", { type: "submit", class: "button primary wide" }, "Sign in");
  const send = async (event) => {
    event.preventDefault();
    sure.disabled = true;
    problem.textContent = "";
    try {
      session = await api.signIn(user.value.trim(), password.value);
      api.setSession(session);
      await done();
    } catch (error) {
      problem.textContent = error.status === 429 || error.code === "THROTTLED"
        ? `Too many attempts. Wait ${Math.ceil(error.body.retryAfter || 1)} seconds and try again.`
        : error.status === 401 ? "The name or the password is not right." : error.message;
      password.select();
      password.focus();
    } finally { sure.disabled = false; }
  };
  return { user, password, send, fields: [labelled("Name", user), labelled("Password", password), problem, sure] };
}

function signInView(message) {
  // A page that still loads ends by itself.
  rendering += 1;
  stop?.();
  stop = null;
  session = null;
  shown = "";
  document.querySelectorAll("dialog").forEach((node) => node.close());
  document.title = "Sign in · Quarry";
  const form = signInForm(message, begin);
  replace(root, h("main", { class: "sign-in", id: "main" }, h("form", { class: "sign-in-card", onsubmit: form.send },
    h("h1", { class: "brand large" }, logo(40), h("span", {}, "Quarry")),
    h("p", { class: "hint centre" }, "Sign in as an administrator of this server."),
    form.fields,
    h("details", {}, h("summary", {}, "No account, or no password?"), h("p", { class: "hint" },
      "The first one is printed when the server starts, until it was used. Make another on the server's machine: ",
      h("code", {}, "quarry accounts users add NAME --admin"), ", or a new password: ",
      h("code", {}, "quarry accounts users change NAME --password"))))));
  form.user.focus();
}

/// Signs in over the page, which keeps what is not saved there.
function signInAgain() {
  if (document.getElementById("sign-in-again")) return;
  const name = session.user?.name || "";
  const form = signInForm("", () => {
    box.close();
    drawSide(parse().page);
    toast("You are signed in. What you changed is not saved yet.");
  });
  form.user.value = name;
  const box = dialog("Your session has ended", h("form", { id: "sign-in-again", onsubmit: form.send },
    h("p", {}, "Sign in again to save what you changed. It stays on the page meanwhile."), form.fields), { kind: "small" });
  (name ? form.password : form.user).focus();
}

async function signOut() {
  if (app.isDirty && !await confirmation("Discard the changes", "What you changed here is not saved.", "Discard")) return;
  try { await api.del("/admin/1/session"); } catch (error) {
    if (error.status !== 401 && error.status !== 421) { toast(`You are still signed in: ${error.message}`, "error"); return; }
  }
  app.isDirty = false;
  signInView();
}

// MARK: Frame

async function begin() {
  const answer = await api.get("/admin/1/containers");
  app.containers = answer.containers;
  users = null;
  schemas = new Map();
  await route();
}

function choosePlace(container, environment) {
  const known = app.containers.find((c) => c.name === container);
  if (!known) return null;
  const names = known.environments.map((e) => e.name);
  return { container, environment: names.includes(environment) ? environment : names[0] };
}

/// What an address names and the server does not have; nil when everything is there.
async function missing(target) {
  if (!PAGES[target.page]) return [`There is no page ${target.page}`, "The address names a page that the dashboard does not have."];
  if (target.container === undefined) return null;
  const find = () => app.containers.find((c) => c.name === target.container);
  // Another program may have created it meanwhile.
  if (!find()) app.containers = (await api.get("/admin/1/containers")).containers;
  if (!find()) return [`There is no container ${target.container}`, "This server has none of that name. It may have been deleted, or belong to another server."];
  if (target.environment !== undefined && !find().environments.some((e) => e.name === target.environment)) {
    return [`There is no environment ${target.environment}`, `${target.container} has ${find().environments.map((e) => e.name).join(" and ")}.`];
  }
  return null;
}

function parse() {
  const [path, search] = location.hash.replace(/^#/, "").split("?");
  const parts = path.split("/").filter(Boolean).map((p) => { try { return decodeURIComponent(p); } catch { return p; } });
  if (parts[0] === "c") return { container: parts[1], environment: parts[2], page: parts[3] || "records", query: new URLSearchParams(search) };
  return { page: parts[0] || "records", query: new URLSearchParams(search) };
}

async function route() {
  if (!session) return;
  const mine = ++rendering;
  shown = location.hash;
  const target = parse();
  let problem = null;
  try { problem = await missing(target); } catch (error) { problem = [error.message, error.advice]; }
  if (mine !== rendering) return;
  const page = target.page;
  let place = problem ? null : target.container ? choosePlace(target.container, target.environment) : app.place;
  if (!place && !problem) {
    const [container, environment] = (readStore("quarry-place") || "").split("\n");
    place = choosePlace(container, environment) || (app.containers[0] && choosePlace(app.containers[0].name, "development"));
  }
  app.place = place || null;
  app.query = target.query;
  if (place) store("quarry-place", `${place.container}\n${place.environment}`);
  stop?.();
  stop = null;
  shortcuts = new Map();
  app.isDirty = false;
  document.querySelectorAll("dialog[open]").forEach((node) => node.close());
  // A part of its own for each visit: a page that was left while it loaded draws nothing over
  // the next one, and leaves the address alone.
  const main = h("div", { class: "contents" });
  replace(frame(page), main);
  const guarded = ["remember", "visit", "leave", "shortcut"].map((name) => [name, (...values) => {
    // Between a new address and its event the page is the old one.
    if (mine === rendering && location.hash === shown) app[name](...values);
  }]);
  const visited = Object.assign(Object.create(app), Object.fromEntries(guarded));
  if (problem) {
    document.title = "Not found · Quarry";
    replace(main, app.head("Not found"), empty("help", ...problem, app.containers.length > 0
      && h("a", { class: "button primary", href: app.href("records", {}, choosePlace(app.containers[0].name)) }, `Open ${app.containers[0].name}`)));
    return;
  }
  document.title = `${PAGES[page].title}${PAGES[page].placed && place ? ` · ${place.container}` : ""} · Quarry`;
  if (PAGES[page].placed && !place) {
    replace(main, app.head(PAGES[page].title), empty("records", "No containers yet", "A container holds the records of one app or a family of apps, under a name such as iCloud.org.example.notes.",
      button("Create container", { kind: "primary", onclick: createContainer }, "plus")));
    return;
  }
  try {
    replace(main, app.head(PAGES[page].title), skeleton(8));
    const ending = await PAGES[page].page(visited, main);
    if (mine !== rendering) ending?.(); else stop = ending || null;
  } catch (error) {
    if (mine === rendering) replace(main, app.head(PAGES[page].title), errorBox(error, route));
  }
}

window.addEventListener("hashchange", async () => {
  if (location.hash === shown) return;
  const wanted = location.hash;
  if (app.isDirty) {
    history.replaceState(null, "", shown);
    if (!await confirmation("Discard the changes", "What you changed here is not saved.", "Discard")) return;
    app.isDirty = false;
    history.pushState(null, "", wanted);
  }
  await route();
  document.getElementById("page-title")?.focus({ preventScroll: true });
  scrollTo(0, 0);
});

window.addEventListener("beforeunload", (event) => { if (app.isDirty) event.preventDefault(); });

function frame(page) {
  const main = root.querySelector(".frame") ? document.getElementById("main") : makeFrame(root);
  drawSide(page);
  showSide(false);
  const top = root.querySelector(".top-place");
  replace(top, app.place && [h("span", { class: "ellipsis" }, app.place.container), app.place.environment === "production" && h("span", {}, "Production")]);
  return main;
}

const environmentName = (name) => (name === "development" ? "Development" : "Production");

function drawSide(page) {
  const link = (name) => {
    const { title, icon: iconName, key } = PAGES[name];
    return h("a", { href: app.href(name), class: "nav-link", "aria-current": name === page ? "page" : null }, icon(iconName), h("span", {}, title),
      key && h("kbd", { "aria-hidden": "true" }, key));
  };
  const names = app.containers.map((c) => c.name);
  replace(document.getElementById("side"),
    sideHead(),
    h("div", { class: "place" },
      names.length > 0 && labelled("Container", select(app.place ? names : [["", "Choose one"], ...names], app.place?.container || "", (container) => {
        location.hash = app.href(PAGES[page]?.placed ? page : "records", {}, choosePlace(container, app.place?.environment));
      }, { id: "container", title: app.place?.container })),
      app.place && segmented("Environment", app.containers.find((c) => c.name === app.place.container).environments.map((e) => [e.name, environmentName(e.name)]),
        app.place.environment, (environment) => {
          location.hash = app.href(PAGES[page]?.placed ? page : "records", {}, { ...app.place, environment });
        }),
      button("New container", { class: "quiet small", onclick: createContainer }, "plus")),
    h("nav", { "aria-label": "Pages" }, h("p", { class: "nav-title" }, "Data"), ["records", "schema", "zones", "mirroring", "subscriptions", "shares", "roles"].map(link),
      h("p", { class: "nav-title" }, "Access"), ["users", "tokens", "keys"].map(link),
      h("p", { class: "nav-title" }, "Server"), ["requests", "usage", "backup"].map(link)),
    h("div", { class: "side-foot" }, h("div", { class: "row spread" }, themeSwitch(), iconButton("Keyboard shortcuts", "help", { onclick: help })),
      h("div", { class: "row spread who" }, h("span", { class: "ellipsis" }, session.user?.name || session.user || "Administrator"), iconButton("Sign out", "out", { onclick: signOut }))));
}

function createContainer() {
  const name = h("input", { type: "text", autocomplete: "off", spellcheck: "false", autocapitalize: "off", maxlength: 200 });
  const problem = h("p", { class: "field-error", role: "alert" });
  const go = async () => {
    problem.textContent = "";
    try {
      const made = await api.post("/admin/1/containers", { name: name.value.trim() });
      box.close();
      toast(`${made.name} is created.`);
      app.containers = (await api.get("/admin/1/containers")).containers;
      location.hash = app.href("schema", {}, { container: made.name, environment: made.environments[0].name });
    } catch (error) { problem.textContent = error.advice ? `${error.message} ${error.advice}` : error.message; }
  };
  const box = dialog("Create a container", h("form", { onsubmit: (event) => { event.preventDefault(); go(); } },
    labelled("Name", name, { hint: "As your app names it, for example iCloud.org.example.notes." }), problem), {
    kind: "small", actions: [button("Cancel", { onclick: () => box.close() }), button("Create", { kind: "primary", onclick: go })],
  });
  name.focus();
}

// MARK: Shortcuts

const GLOBAL = [["1 … 9", "Go to a page"], ["/", "To the predicate box, or the filter"], ["n", "New record, user, token or key"], ["e", "Explain the query"],
  ["r", "Run the query again"], ["t", "Change colours: light, dark, as the system"], ["?", "This list"]];
const BOX = [["Enter", "Run the query"], ["Shift Enter", "A new line"], ["Ctrl Space", "Completions"], ["↑ ↓", "Choose a completion"], ["Tab or Enter", "Take it"], ["Escape", "Close"]];
const EDITOR = [["Ctrl Enter", "Save the record"], ["Escape", "Close the editor"], ["+ − 0", "Zoom the map, show all"], ["← ↑ → ↓", "Move the map; read a chart"]];

function help() {
  const table = (rows) => h("dl", { class: "keys" }, rows.map(([key, text]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, text)]));
  dialog("Keyboard shortcuts", [table(GLOBAL), h("h3", {}, "Predicate box"), table(BOX), h("h3", {}, "Editor and maps"), table(EDITOR)], { kind: "small" });
}

document.addEventListener("keydown", (event) => {
  if (!session || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  if (event.key === "Escape" && isSideOpen()) { leaveSide(); return; }
  const target = event.target;
  if (target.matches?.("input, textarea, select, [contenteditable]") || target.closest?.(".map")) return;
  const page = Object.entries(PAGES).find(([, p]) => p.key === event.key);
  if (page) { event.preventDefault(); app.go(page[0]); return; }
  if (event.key === "?") { event.preventDefault(); help(); return; }
  if (event.key === "t") {
    alertText(`Colours: ${turnTheme()}`);
    const side = document.querySelector(".nav-link[aria-current]");
    if (side) drawSide(parse().page);
    return;
  }
  const action = shortcuts.get(event.key);
  if (action) { event.preventDefault(); action(); }
});

// MARK: Start

api.whenSignedOut(() => {
  if (!session) return;
  if (app.isDirty || document.querySelector("dialog[open] form")) signInAgain(); else signInView("Your session has ended. Sign in again.");
});

try {
  const link = location.hash.match(/^#sign-in=([0-9a-f]+)$/)?.[1];
  // A link signs in once: it does not stay in the address or the history.
  if (link) history.replaceState(null, "", location.pathname);
  let problem = "";
  session = link ? await api.signInByLink(link).catch((error) => { problem = error.message; }) : null;
  session = session || await api.session();
  // A server without authentication asks for no sign-in.
  if (session && (session.csrf || session.kind === "management")) {
    api.setSession(session);
    await begin();
  } else signInView(problem);
} catch (error) {
  replace(root, h("main", { class: "sign-in" }, errorBox(error, () => location.reload())));
}
