// Users, tokens and keys.
import * as api from "./api.js";
import { ago, button, confirmation, copyButton, dialog, empty, errorBox, h, iconButton, labelled, notice, replace, select, skeleton, time, toast, uid, userChoices } from "./ui.js";

function form(title, label, fields, action, { hint } = {}) {
  const problem = h("p", { class: "field-error", role: "alert" });
  const go = async () => {
    if (sure.disabled) return;
    sure.disabled = true;
    problem.textContent = "";
    try { await action(box); } catch (error) {
      problem.textContent = error.advice ? `${error.message} ${error.advice}` : error.message;
    } finally { sure.disabled = false; }
  };
  const sure = button(label, { kind: "primary", onclick: go });
  const box = dialog(title, h("form", { onsubmit: (event) => { event.preventDefault(); go(); } },
    hint && h("p", { class: "hint" }, hint), fields, problem, h("button", { type: "submit", class: "hidden-text", tabindex: "-1" }, label)), {
    actions: [button("Cancel", { onclick: () => box.close() }), sure],
  });
  box.body.querySelector("input, select, textarea")?.focus();
  return box;
}

const input = (props = {}) => h("input", { type: "text", autocomplete: "off", spellcheck: "false", id: uid("in"), ...props });

function listPage(app, root, { title, add, addLabel, load, columns, row, none }) {
  const content = h("div", {}, skeleton(4));
  const reload = async () => {
    try {
      const items = await load();
      replace(content, items.length === 0 ? none(addButton(true)) : h("div", { class: "table-frame" }, h("table", { class: "plain-table cards" },
        h("thead", {}, h("tr", {}, columns.map((c) => h("th", { scope: "col" }, c || h("span", { class: "hidden-text" }, "Actions"))))),
        h("tbody", {}, items.map((item) => {
          const cells = row(item, reload);
          return h("tr", {}, cells.map((cell, i) => h(i === 0 ? "th" : "td", { scope: i === 0 ? "row" : null, "data-label": columns[i] || null, class: columns[i] ? "" : "right" }, cell)));
        })))));
    } catch (error) { replace(content, errorBox(error, reload)); }
  };
  const addButton = (isPrimary) => button(addLabel, { kind: isPrimary ? "primary" : "", onclick: () => add(reload) }, "plus");
  replace(root, app.head(title, button(addLabel, { kind: "primary", onclick: () => add(reload), id: "add" }, "plus")), content);
  app.shortcut("n", () => add(reload));
  return reload();
}

export function usersPage(app, root) {
  const full = (user) => [user.givenName, user.familyName].filter(Boolean).join(" ");
  const edit = (user, reload) => {
    const name = input({ value: user?.name || "", autocapitalize: "off" });
    const password = input({ type: "password", autocomplete: "new-password" });
    const given = input({ value: user?.givenName || "" });
    const family = input({ value: user?.familyName || "" });
    const email = input({ type: "email", value: user?.email || "" });
    const recordName = input({ class: "mono", placeholder: "Made by the server" });
    const isAdministrator = h("input", { type: "checkbox", checked: user?.isAdministrator });
    const isDiscoverable = h("input", { type: "checkbox", checked: user?.isDiscoverable !== false });
    const isDisabled = h("input", { type: "checkbox", checked: user?.isDisabled });
    form(user ? `Change ${user.name}` : "Add a user", user ? "Save" : "Add", [
      labelled("Name to sign in with", name),
      labelled(user ? "New password" : "Password", password, { hint: user ? "Leave it empty to keep the one there is." : "At least 8 characters." }),
      h("div", { class: "pair" }, labelled("Given name", given), labelled("Family name", family)),
      labelled("Email address", email, { hint: "By which others find the user to share with." }),
      !user && labelled("Record name", recordName),
      h("label", { class: "check" }, isAdministrator, "Administrator: may use this dashboard"),
      h("label", { class: "check" }, isDiscoverable, "Others find the user by address or record name"),
      user && h("label", { class: "check" }, isDisabled, "Disabled: cannot sign in"),
    ], async (box) => {
      const body = { name: name.value.trim(), givenName: given.value, familyName: family.value, email: email.value.trim(),
        isAdministrator: isAdministrator.checked, isDiscoverable: isDiscoverable.checked, ...(password.value ? { password: password.value } : {}) };
      // An address that is sent counts as confirmed; one that stays as it was says nothing.
      if (user && body.email === (user.email || "")) delete body.email;
      if (user) await api.patch(`/admin/1/users/${encodeURIComponent(user.recordName)}`, { ...body, isDisabled: isDisabled.checked });
      else await api.post("/admin/1/users", { ...body, ...(recordName.value.trim() ? { recordName: recordName.value.trim() } : {}) });
      box.close();
      app.forgetUsers();
      toast(user ? `${body.name} is changed.` : `${body.name} can sign in now.`);
      reload();
    });
  };
  const remove = async (user, reload) => {
    if (!await confirmation("Delete this user", `${user.name} cannot sign in any more. The records stay.`, "Delete", { typed: user.name })) return;
    try {
      await api.del(`/admin/1/users/${encodeURIComponent(user.recordName)}`);
      app.forgetUsers();
      toast(`${user.name} is deleted.`);
      reload();
    } catch (error) { toast(error.message, "error"); }
  };
  return listPage(app, root, {
    title: "Users", addLabel: "Add user", add: (reload) => edit(null, reload),
    load: async () => (await api.get("/admin/1/users")).users,
    columns: ["Name", "Record name", "Email", "Since", ""],
    none: (add) => empty("users", "No users yet", "People sign in to your apps with an account of this server.", add),
    row: (user, reload) => [
      h("span", {}, user.name, user.isAdministrator && h("span", { class: "badge" }, "administrator"),
        user.isDisabled && h("span", { class: "badge gone" }, "disabled"), full(user) && h("span", { class: "hint block" }, full(user))),
      h("code", {}, user.recordName), user.email || h("span", { class: "none" }, "–"), time(user.createdAt),
      h("span", { class: "row end" }, app.place && h("a", { class: "button small", href: app.href("records", { database: "private", user: user.recordName }) }, "Records"),
        iconButton(`Change ${user.name}`, "pencil", { onclick: () => edit(user, reload) }),
        iconButton(`Delete ${user.name}`, "trash", { onclick: () => remove(user, reload) })),
    ],
  });
}

/// A secret that is shown once: with a copy button, and not to be clicked away by accident.
function showOnce(title, what, secret, more) {
  const box = dialog(title, [notice("warn", h("p", {}, `Copy the ${what} now: it is shown this once.`)),
    h("div", { class: "secret" }, h("code", { id: "secret", class: "break", tabindex: "0" }, secret), copyButton(secret, `Copy the ${what}`)), more], {
    actions: [button("Done", { kind: "primary", onclick: () => box.close() })],
  });
  box.guard = () => {
    confirmation(`Close without the ${what}`, "It is not shown again.", "Close").then((sure) => { if (sure) box.close(); });
    return false;
  };
  box.body.querySelector(".copy").focus();
}

const KINDS = { api: "API", webAuth: "Web-auth", management: "Management" };

export async function tokensPage(app, root) {
  let users = [];
  let failure = null;
  try { users = await app.users(); } catch (error) { failure = error; }
  const userName = (name) => users.find((u) => u.recordName === name)?.name || name;
  const add = (reload) => {
    let kind = "api";
    const name = input({ placeholder: "What is it for?" });
    const slot = h("div", { class: "stack" });
    let container = app.place?.container || app.containers[0]?.name || "";
    let user = users[0]?.recordName || "";
    let expires = "";
    const draw = () => replace(slot, kind !== "management" && labelled("Container", select(app.containers.map((c) => c.name), container, (v) => { container = v; })),
      kind === "webAuth" && labelled("User", select(userChoices(users, user, failure), user, (v) => { user = v; }), { hint: failure?.message }),
      labelled("Ends", select([["", "Never"], ["86400", "In a day"], ["2592000", "In 30 days"], ["31536000", "In a year"]], expires, (v) => { expires = v; })),
      h("p", { class: "hint" }, { api: "An app sends it with every request, as ckAPIToken.", webAuth: "Stands for a signed-in user of an app, as ckWebAuthToken; several programs may use it.",
        management: "May do everything here: schema, accounts, every record. For the command line and scripts." }[kind]));
    draw();
    form("Create a token", "Create", [labelled("Kind", select(Object.entries(KINDS), kind, (v) => { kind = v; draw(); })), labelled("Name", name), slot], async (box) => {
      const made = await api.post("/admin/1/tokens", { kind, name: name.value.trim(), ...(kind !== "management" ? { container } : {}),
        ...(kind === "webAuth" ? { user } : {}), ...(expires ? { expiresIn: Number(expires) } : {}) });
      box.close();
      showOnce("The token is created", "token", made.token);
      reload();
    });
  };
  return listPage(app, root, {
    title: "Tokens", addLabel: "Create token", add, load: async () => (await api.get("/admin/1/tokens")).tokens,
    columns: ["Name", "Kind", "For", "Created", "Ends", ""],
    none: (button) => empty("tokens", "No tokens yet", "Apps show an API token; scripts and the command line a management token.", button),
    row: (token, reload) => [h("span", {}, token.name || h("span", { class: "none" }, "unnamed"), h("code", { class: "hint block" }, token.id)),
      h("span", { class: "badge" }, KINDS[token.kind] || token.kind),
      h("span", {}, token.container ? h("code", {}, token.container) : "every container", token.user && h("span", { class: "hint block" }, userName(token.user))),
      time(token.createdAt), token.expiresAt ? h("span", {}, ago(token.expiresAt)) : h("span", { class: "none" }, "never"),
      button("Revoke", { kind: "danger-quiet small", "aria-label": `Revoke ${token.name || token.id}`, onclick: async () => {
        if (!await confirmation("Revoke this token", `Programs that use “${token.name || token.id}” are refused from now on.`, "Revoke")) return;
        try { await api.del(`/admin/1/tokens/${encodeURIComponent(token.id)}`); toast("The token is revoked."); reload(); } catch (error) { toast(error.message, "error"); }
      } })],
  });
}

/// A P-256 key pair, made in the browser: the private key never leaves it.
async function makeKeyPair() {
  const pair = await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, ["sign", "verify"]);
  const pem = async (format, key, label) => {
    const array = new Uint8Array(await crypto.subtle.exportKey(format, key));
    const text = btoa(String.fromCharCode(...array)).match(/.{1,64}/g).join("\n");
    return `-----BEGIN ${label}-----\n${text}\n-----END ${label}-----\n`;
  };
  return { publicKey: await pem("spki", pair.publicKey, "PUBLIC KEY"), privateKey: await pem("pkcs8", pair.privateKey, "PRIVATE KEY") };
}

export function keysPage(app, root) {
  const add = (reload) => {
    const canMake = !!globalThis.crypto?.subtle;
    let makes = canMake;
    const name = input({ placeholder: "Which program has it?" });
    let container = app.place?.container || app.containers[0]?.name || "";
    const pem = h("textarea", { class: "mono", rows: 5, spellcheck: "false", placeholder: "-----BEGIN PUBLIC KEY-----", id: uid("pem") });
    const slot = h("div", {});
    const draw = () => replace(slot, makes ? h("p", { class: "hint" }, "The pair is made in this browser; the private key is shown once and not sent.")
      : labelled("Public key", pem, { hint: "P-256 in PEM: openssl ec -in key.pem -pubout" }));
    draw();
    form("Add a server-to-server key", "Add", [labelled("Name", name), labelled("Container", select(app.containers.map((c) => c.name), container, (v) => { container = v; })),
      canMake && labelled("Key", select([["make", "Make a new pair here"], ["paste", "Use a public key I have"]], "make", (v) => { makes = v === "make"; draw(); })), slot], async (box) => {
      const pair = makes ? await makeKeyPair() : null;
      const key = await api.post("/admin/1/keys", { name: name.value.trim(), container, publicKey: pair ? pair.publicKey : pem.value.trim() });
      box.close();
      const keyID = h("p", {}, "Key ID ", h("code", { class: "break" }, key.id), " ", copyButton(key.id, "Copy the ID"));
      if (pair) showOnce("The key is added", "private key", pair.privateKey, keyID);
      else dialog("The key is added", keyID);
      reload();
    });
  };
  return listPage(app, root, {
    title: "Server-to-server keys", addLabel: "Add key", add, load: async () => (await api.get("/admin/1/keys")).keys,
    columns: ["Name", "Key ID", "Container", "Created", "Last used", ""],
    none: (button) => empty("keys", "No keys yet", "A program of yours signs its requests with a key, and works in the public database.", button),
    row: (key, reload) => [h("span", {}, key.name || h("span", { class: "none" }, "unnamed"), key.revokedAt && h("span", { class: "badge gone" }, "revoked")),
      h("code", { class: "break" }, key.id), key.container ? h("code", {}, key.container) : "every container", time(key.createdAt),
      key.lastUsedAt ? h("span", {}, ago(key.lastUsedAt)) : h("span", { class: "none" }, "never"),
      !key.revokedAt && button("Revoke", { kind: "danger-quiet small", "aria-label": `Revoke ${key.name || key.id}`, onclick: async () => {
        if (!await confirmation("Revoke this key", `Requests signed with “${key.name || key.id}” are refused from now on.`, "Revoke")) return;
        try { await api.del(`/admin/1/keys/${encodeURIComponent(key.id)}`); toast("The key is revoked."); reload(); } catch (error) { toast(error.message, "error"); }
      } })],
  });
}

/// The users of each custom role in a container.
export async function rolesPage(app, root) {
  const content = h("div", {}, skeleton(3));
  replace(root, app.head("Roles"), content);
  const load = async () => {
    try {
      const [schema, users, answer] = await Promise.all([app.schema(true), app.users(), api.get(api.admin(app.place, "roles"))]);
      const roles = { ...Object.fromEntries(schema.roles.map((r) => [r, []])), ...answer.roles };
      const names = Object.keys(roles).sort();
      if (names.length === 0) {
        replace(content, empty("users", "No custom roles", "Add roles in the schema, under who may do what; then give them to users here.",
          button("Open the schema", { kind: "primary", onclick: () => app.go("schema") }, "schema")));
        return;
      }
      // One change after the other, each to the roles as the server has them then.
      const path = api.admin(app.place, "roles");
      const change = async (role, user, on) => {
        try {
          await api.edit(path, ({ roles: now }) => {
            const others = (now[role] || []).filter((u) => u !== user);
            return { roles: { ...now, [role]: on ? [...others, user] : others } };
          });
        } catch (error) { toast(error.message, "error"); load(); }
      };
      let last = Promise.resolve();
      const set = (role, user, on) => { last = last.then(() => change(role, user, on)); };
      replace(content, h("p", { class: "hint" }, "A member may do what the record types grant the role, in the public database of this environment."),
        h("div", { class: "table-frame" }, h("table", { class: "plain-table" },
          h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "User"), names.map((r) => h("th", { scope: "col", class: "centre" }, r)))),
          h("tbody", {}, users.map((user) => h("tr", {}, h("th", { scope: "row" }, user.name), names.map((role) => h("td", { class: "centre" },
            h("input", { type: "checkbox", "aria-label": `${user.name} has the role ${role}`, checked: roles[role].includes(user.recordName),
              onchange: (event) => set(role, user.recordName, event.target.checked) })))))))));
    } catch (error) { replace(content, errorBox(error, load)); }
  };
  await load();
}
