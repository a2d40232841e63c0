// Copies of everything that the server keeps.
import * as api from "./api.js";
import { ago, button, bytes, confirmation, count, empty, errorBox, h, iconButton, notice, plural, replace, skeleton, time, toast } from "./ui.js";

export async function backupsPage(app, root) {
  const content = h("div", { class: "stack" }, skeleton(3));
  const path = (name) => `/admin/1/backups/${encodeURIComponent(name)}`;

  const make = button("Back up now", { kind: "primary", id: "add", onclick: async () => {
    make.disabled = true;
    toast("The copy is being made…");
    try {
      const made = await api.post("/admin/1/backups");
      if (made.missing > 0) toast(`${made.name} lacks ${plural(made.missing, "asset")} of records: lost at the server, or replaced while it was copied.`, "error");
      else toast(`${made.name} is complete: ${plural(made.databases, "database")}, ${bytes(made.bytes)}.`);
    } catch (error) { toast(error.message, "error"); }
    make.disabled = false;
    load();
  } }, "plus");

  async function remove(backup) {
    if (!await confirmation("Delete this backup", `The copy of ${backup.name} is deleted permanently.`, "Delete")) return;
    try { await api.del(path(backup.name)); toast(`${backup.name} is deleted.`); } catch (error) { toast(error.message, "error"); }
    load();
  }

  async function load() {
    try {
      const answer = await api.get("/admin/1/backups");
      make.hidden = !answer.isPossible;
      if (!answer.isPossible) {
        replace(content, empty("backup", "No backups here", `${answer.reason}.`));
        return;
      }
      replace(content, notice("info", h("p", {}, "A copy has every container, all accounts and the server's secrets. It lies on the server, in ", h("code", { class: "break" }, answer.directory), ": download it to another machine."),
        h("p", { class: "hint" }, "To put one back, stop the server, unpack the archive and run ", h("code", { class: "break" }, "quarry restore BACKUP --directory DIRECTORY --replace"), ".")),
      answer.backups.length === 0 ? empty("backup", "No backups yet", "The server goes on while a copy is made.")
        : h("div", { class: "table-frame" }, h("table", { class: "plain-table cards" }, h("caption", { class: "hidden-text" }, "Backups, newest first"),
          h("thead", {}, h("tr", {}, ["Backup", "Made", "Databases", "Files of assets", "Size", ""].map((t, i) => h("th", { scope: "col", class: i > 1 ? "right" : "" }, t || h("span", { class: "hidden-text" }, "Actions"))))),
          h("tbody", {}, answer.backups.map((b) => h("tr", {}, h("th", { scope: "row" }, h("code", {}, b.name)),
            h("td", { "data-label": "Made" }, time(b.madeAt), h("span", { class: "hint block" }, ago(b.madeAt))),
            h("td", { class: "right", "data-label": "Databases" }, count(b.databases)), h("td", { class: "right", "data-label": "Assets" }, count(b.assets), b.missing > 0 && h("span", { class: "hint block" }, `lacks ${count(b.missing)}`)),
            h("td", { class: "right", "data-label": "Size" }, bytes(b.bytes)),
            h("td", { class: "right" }, h("span", { class: "row end" }, h("a", { class: "button small", href: path(b.name), download: `quarry-${b.name}.tar` }, "Download"),
              iconButton(`Delete the backup ${b.name}`, "trash", { onclick: () => remove(b) })))))))));
    } catch (error) { replace(content, errorBox(error, load)); }
  }
  replace(root, app.head("Backup", make), content);
  await load();
}
