// The frame round pages: the side with its menu on a phone, the colours, what a browser remembers.
import { h, iconButton, replace, segmented } from "./ui.js";

export function readStore(name) { try { return localStorage.getItem(name); } catch { return null; } }
export function store(name, value) { try { localStorage.setItem(name, value); } catch { /* not remembered */ } }

/// What this browser remembers of how pages are to look.
export const kept = (name) => readStore(`quarry-${name}`);
export const keep = (name, value) => store(`quarry-${name}`, value);

export function theme() { return document.documentElement.dataset.theme || "auto"; }

export function setTheme(value) {
  if (value === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = value;
  store("quarry-theme", value);
}

/// Goes from one choice of colours to the next, and gives it.
export function turnTheme() {
  const next = { auto: "light", light: "dark", dark: "auto" }[theme()];
  setTheme(next);
  return next;
}

export function themeSwitch() {
  return segmented("Colours", [["light", "", "sun", "Light"], ["auto", "", "auto", "As the system"], ["dark", "", "moon", "Dark"]], theme(), setTheme);
}

export function logo(size) {
  return h("img", { src: "icon.svg", width: size, height: size, alt: "" });
}

// Followed as a link, #main would be the address of a page.
document.querySelector(".skip")?.addEventListener("click", (event) => {
  event.preventDefault();
  const main = document.querySelector("main");
  if (!main) return;
  main.tabIndex = -1;
  main.focus();
});

/// Puts the frame into the page; gives the part for contents.
export function makeFrame(root) {
  const main = h("main", { id: "main", tabindex: "-1" });
  replace(root, h("div", { class: "frame" },
    h("header", { class: "top" }, iconButton("Menu", "menu", { "aria-expanded": "false", "aria-controls": "side", id: "menu", onclick: () => showSide() }),
      h("div", { class: "brand" }, logo(24), h("span", {}, "Quarry")), h("span", { class: "top-place" })),
    h("aside", { class: "side", id: "side" }), h("div", { class: "veil", onclick: () => showSide(false) }), main));
  return main;
}

export function sideHead() {
  return h("div", { class: "side-head" }, h("div", { class: "brand" }, logo(26), h("span", {}, "Quarry")),
    iconButton("Close the menu", "close", { class: "side-close", onclick: leaveSide }));
}

const frame = () => document.querySelector(".frame");

export const isSideOpen = () => !!frame()?.classList.contains("is-open");

export function showSide(isOpen = !isSideOpen()) {
  frame().classList.toggle("is-open", isOpen);
  document.getElementById("menu").setAttribute("aria-expanded", String(isOpen));
  if (isOpen) document.querySelector(".side select, .side a")?.focus();
}

/// Closes the menu, and gives the focus back to what opened it.
export function leaveSide() {
  showSide(false);
  document.getElementById("menu").focus();
}
