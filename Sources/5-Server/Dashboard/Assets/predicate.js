// The predicate box: a text area over its own coloured mirror, with completion and errors in
// place.
import { alertText, h, plural, uid } from "./ui.js";

const WORDS = new Set(["AND", "OR", "NOT", "ANY", "ALL", "SOME", "NONE", "IN", "BETWEEN",
  "CONTAINS", "BEGINSWITH", "ENDSWITH", "LIKE", "MATCHES", "TOKENMATCHES", "NULL", "NIL", "TRUE",
  "FALSE", "YES", "NO", "SELF", "SUBQUERY", "CAST", "TRUEPREDICATE", "FALSEPREDICATE", "FIRST",
  "LAST", "SIZE", "ANYKEY", "FETCH", "TERNARY", "FUNCTION", "UNION", "INTERSECT", "MINUS"]);

/// A key path as a predicate has it: where it begins with a reserved word there is a # before it.
export const keyText = (name) => (WORDS.has(name.split(".")[0].toUpperCase()) ? `#${name}` : name);
/// A key without that mark.
const bare = (text) => text.replace(/^#/, "");

const FUNCTIONS = [
  ["now()", "the present instant"], ["distanceToLocation:fromLocation:(", "metres between two points"],
  ["length:(", "characters of a text"], ["lowercase:(", "text in lower case"],
  ["uppercase:(", "text in upper case"], ["canonical:(", "text without case and accents"],
  ["abs:(", "the magnitude"], ["ceiling:(", "rounded up"], ["floor:(", "rounded down"],
  ["trunc:(", "the whole part"], ["sqrt:(", "the square root"], ["count:(", "members of a list"],
  ["sum:(", "sum of a list"], ["min:(", "smallest of a list"], ["max:(", "largest of a list"],
  ["average:(", "mean of a list"], ["modulus:by:(", "the remainder"],
];

const SYSTEM = [["recordName", "system · reference"], ["creationDate", "system · date"],
  ["modificationDate", "system · date"], ["creatorUserRecordID", "system · user"],
  ["lastModifiedUserRecordID", "system · user"]];

const TEXT_OPERATORS = [["==", "equal"], ["!=", "not equal"], ["BEGINSWITH", "starts with"],
  ["CONTAINS", "contains"], ["ENDSWITH", "ends with"], ["LIKE", "pattern with * and ?"],
  ["MATCHES", "regular expression"], ["IN", "one of {…}"], ["TOKENMATCHES[cdl]", "has the words"],
  ["==[cd]", "equal without case and accents"], ["<", "before"], [">", "after"]];
const NUMBER_OPERATORS = [["==", "equal"], ["!=", "not equal"], ["<", "less"], ["<=", "at most"],
  [">", "greater"], [">=", "at least"], ["BETWEEN", "within {low, high}"], ["IN", "one of {…}"]];
const LIST_OPERATORS = [["CONTAINS", "has the member"]];
const REFERENCE_OPERATORS = [["==", "points at"], ["!=", "points elsewhere"], ["IN", "one of {…}"]];
const ALL_OPERATORS = [...NUMBER_OPERATORS, ...TEXT_OPERATORS.slice(2, 9)];

const TOKEN = /("(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?)|(\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|(#?[A-Za-z_$@][\w.$-]*(?::[\w:]*)?)|(==?(?:\[\w*\])?|!=(?:\[\w*\])?|<>|<=|=<|>=|=>|<|>|&&|\|\||!)|(\s+)|([\s\S])/gy;

export function tokens(text) {
  const found = [];
  TOKEN.lastIndex = 0;
  let match;
  while (TOKEN.lastIndex < text.length && (match = TOKEN.exec(text))) {
    const [whole, string, number, word, operator, space] = match;
    let kind = "mark";
    if (string !== undefined) kind = "string";
    else if (number !== undefined) kind = "number";
    else if (word !== undefined) {
      const upper = word.toUpperCase();
      kind = WORDS.has(upper) ? "word" : word.includes(":") ? "function" : "name";
    } else if (operator !== undefined) kind = "operator";
    else if (space !== undefined) kind = "space";
    found.push({ text: whole, kind, start: match.index, end: match.index + whole.length });
  }
  return found;
}

const isComparison = (t) => t.kind === "operator" && !["&&", "||", "!"].includes(t.text)
  || (t.kind === "word" && ["IN", "BETWEEN", "CONTAINS", "BEGINSWITH", "ENDSWITH", "LIKE",
    "MATCHES", "TOKENMATCHES"].includes(t.text.toUpperCase()));
const isJoin = (t) => ["&&", "||"].includes(t.text)
  || (t.kind === "word" && ["AND", "OR"].includes(t.text.toUpperCase()));

/// What may come at a place of a text.
export function completions(text, caret, type) {
  const fields = (type?.fields || []).map((f) => [keyText(f.name),
    `${f.isList ? "list of " : ""}${f.type.toLowerCase()}${f.queryable ? "" : " · not queryable"}`]);
  const before = tokens(text.slice(0, caret));
  const last = before.at(-1);
  if (last && last.kind === "string" && !(last.text.length > 1 && last.text.at(-1) === last.text[0])) {
    return null;
  }
  let prefix = "";
  let start = caret;
  if (last && ["name", "word", "function", "number"].includes(last.kind)) {
    if (last.kind === "number") return null;
    prefix = last.text;
    start = last.start;
    before.pop();
  } else if (last && last.kind === "operator") {
    prefix = last.text;
    start = last.start;
    before.pop();
  }
  const solid = before.filter((t) => t.kind !== "space");
  const previous = solid.at(-1);
  const word = previous?.text.toUpperCase();
  let options;
  const spaced = last?.kind === "space" || !last || last?.kind === "mark";
  if (previous && isComparison(previous)) {
    options = [...FUNCTIONS, ["TRUE", "yes"], ["FALSE", "no"], ["NULL", "no value"], ...fields];
    if (["BETWEEN", "IN"].includes(word)) options = [["{", "begins a list"], ...options];
  } else if (!previous || isJoin(previous) || previous.text === "(" || previous.text === ","
    || ["NOT", "ANY", "ALL", "SOME", "NONE", "!"].includes(word)) {
    options = [...fields, ...(type?.system || SYSTEM), ["NOT", "the opposite"], ["ANY", "any member of a list"],
      ["ALL", "every member of a list"], ["NONE", "no member of a list"],
      ...(type?.system ? [] : [["self", "every text of the record"]]),
      ["TRUEPREDICATE", `every ${type?.noun || "record"}`], ...FUNCTIONS];
    if (previous?.text === "(" || previous?.text === ",") options = [...options, ["NULL", "no value"]];
  } else if (previous.kind === "name" || word === "SELF" || previous.kind === "function") {
    const field = type?.fields?.find((f) => f.name === bare(previous.text));
    options = ALL_OPERATORS;
    if (field?.isList) options = LIST_OPERATORS;
    else if (field?.type === "STRING") options = TEXT_OPERATORS;
    else if (field && ["INT64", "DOUBLE", "TIMESTAMP"].includes(field.type)) options = NUMBER_OPERATORS;
    else if (field && ["REFERENCE", "BYTES"].includes(field.type)) options = REFERENCE_OPERATORS;
    else if (word === "SELF") options = LIST_OPERATORS.concat([["TOKENMATCHES[cdl]", "has the words"]]);
  } else if (previous.text === ")" || previous.text === "}" || previous.kind === "string"
    || previous.kind === "number" || previous.kind === "word") {
    options = [["AND", "both"], ["OR", "either"]];
  } else return null;
  const lower = bare(prefix.toLowerCase());
  const begins = ([name]) => bare(name.toLowerCase()).startsWith(lower);
  const hits = options.filter(begins);
  const within = prefix.length > 1
    ? options.filter((option) => !begins(option) && option[0].toLowerCase().includes(lower))
    : [];
  const all = [...hits, ...within].filter(([name]) => name !== prefix).slice(0, 12);
  if (hits.some(([name]) => name === prefix) && prefix.length > 1 && all.length === 0) return null;
  return all.length ? { start, end: caret, options: all, spaced } : null;
}

export class PredicateBox {
  constructor({ value = "", type, check, onRun, onChange, placeholder = "All records. Try  population > 1000000 AND name BEGINSWITH \"S\"" }) {
    this.type = type;
    this.check = check;
    this.onRun = onRun;
    this.onChange = onChange || (() => {});
    const listId = uid("completions");
    const errorId = uid("predicate-error");
    this.mirror = h("pre", { class: "mirror", dir: "ltr", "aria-hidden": "true" });
    this.input = h("textarea", {
      class: "predicate-input", dir: "ltr", rows: 1, spellcheck: "false", autocomplete: "off",
      autocapitalize: "off", "aria-label": "Predicate",
      "aria-autocomplete": "list", "aria-haspopup": "listbox", "aria-controls": listId,
      "aria-describedby": errorId, placeholder,
    });
    this.input.value = value;
    this.list = h("ul", { class: "completions", role: "listbox", id: listId, "aria-label": "Completions" });
    this.list.hidden = true;
    this.error = h("div", { class: "predicate-error", id: errorId, role: "alert" });
    this.element = h("div", { class: "predicate" },
      h("div", { class: "predicate-field" }, this.mirror, this.input, this.list), this.error);
    this.input.addEventListener("input", () => this.edited());
    this.input.addEventListener("keydown", (event) => this.key(event));
    this.input.addEventListener("blur", () => setTimeout(() => this.closeList(), 120));
    this.input.addEventListener("click", () => this.closeList());
    this.input.addEventListener("scroll", () => { this.mirror.scrollTop = this.input.scrollTop; });
    this.draw();
  }

  get value() { return this.input.value; }
  set value(text) {
    this.input.value = text;
    this.clearError();
    this.closeList();
  }

  setType(type) { this.type = type; }

  edited() {
    this.clearError();
    this.onChange(this.value);
    this.complete(false);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.verify(), 700);
  }

  async verify() {
    const text = this.value;
    if (!this.check || !text.trim()) return;
    try {
      await this.check(text);
      if (this.value === text) this.clearError();
    } catch (error) {
      // While the user chooses a completion, the text is not finished.
      if (this.value === text && this.list.hidden && error.details) this.show(error);
    }
  }

  clearError() {
    this.mark = null;
    this.error.replaceChildren();
    this.input.removeAttribute("aria-invalid");
    this.draw();
  }

  /// Shows an error under the character that it is about.
  show(error) {
    const { utf16Offset, utf16Length = 1, advice } = error.details || {};
    this.input.setAttribute("aria-invalid", "true");
    this.mark = utf16Offset === undefined ? null : { start: utf16Offset, end: utf16Offset + utf16Length };
    this.draw();
    const lines = [];
    if (this.mark) {
      const text = this.value;
      const start = text.lastIndexOf("\n", utf16Offset - 1) + 1;
      let end = text.indexOf("\n", utf16Offset);
      if (end < 0) end = text.length;
      const from = Math.max(start, utf16Offset - 40);
      const shown = (from > start ? "…" : "") + text.slice(from, Math.min(end, from + 90));
      const width = utf16Offset - from + (from > start ? 1 : 0);
      lines.push(h("pre", { class: "caret-line" }, `${shown}\n${" ".repeat(width)}`,
        h("span", { class: "caret" }, "^".repeat(Math.max(1, Math.min(utf16Length, end - utf16Offset))))));
    }
    this.error.replaceChildren(h("p", {}, error.message), ...lines);
    if (advice) this.error.append(h("p", { class: "hint" }, advice));
  }

  draw() {
    const text = this.value;
    const nodes = [];
    for (const token of tokens(text)) {
      const pieces = [];
      if (this.mark && token.start < this.mark.end && token.end > this.mark.start) {
        const a = Math.max(token.start, this.mark.start) - token.start;
        const b = Math.min(token.end, this.mark.end) - token.start;
        if (a > 0) pieces.push([token.text.slice(0, a), false]);
        pieces.push([token.text.slice(a, b), true]);
        if (b < token.text.length) pieces.push([token.text.slice(b), false]);
      } else pieces.push([token.text, false]);
      for (const [piece, isWrong] of pieces) {
        nodes.push(h("span", { class: `t-${token.kind}${isWrong ? " wrong" : ""}` }, piece));
      }
    }
    if (this.mark && this.mark.start >= text.length) nodes.push(h("span", { class: "wrong end" }, "\u00a0"));
    this.mirror.replaceChildren(...nodes, document.createTextNode("\u200b"));
    this.input.style.height = "auto";
    this.input.style.height = `${Math.min(this.input.scrollHeight, 220)}px`;
  }

  // MARK: Completion

  complete(isAsked) {
    const caret = this.input.selectionStart;
    const found = this.input.selectionEnd === caret ? completions(this.value, caret, this.type) : null;
    if (!found || (!isAsked && found.start === found.end && !/\s$/.test(this.value.slice(0, caret)))) {
      return this.closeList();
    }
    // Unasked, a space alone offers operators and joins, not the whole vocabulary at the start.
    if (!isAsked && found.start === found.end && this.value.trim() === "") return this.closeList();
    this.found = found;
    // A word begun has its first completion chosen; after a space nothing is chosen yet.
    this.active = found.end > found.start || isAsked ? 0 : -1;
    this.drawList();
    this.placeList();
  }

  drawList() {
    this.list.replaceChildren(...this.found.options.map(([name, what], index) => h("li", {
      role: "option", id: `${this.list.id}-${index}`, "aria-selected": String(index === this.active),
      onmousedown: (event) => { event.preventDefault(); this.accept(index); },
    }, h("code", {}, name), h("span", {}, what))));
    if (this.list.hidden) alertText(plural(this.found.options.length, "completion"));
    this.list.hidden = false;
    if (this.active >= 0) {
      this.input.setAttribute("aria-activedescendant", `${this.list.id}-${this.active}`);
      this.list.children[this.active]?.scrollIntoView({ block: "nearest" });
    } else this.input.removeAttribute("aria-activedescendant");
  }

  placeList() {
    const probe = document.createRange();
    let left = this.found.start;
    let node = null;
    for (const span of this.mirror.childNodes) {
      const length = span.textContent.length;
      if (left <= length) { node = span.firstChild || span; break; }
      left -= length;
    }
    if (!node) return;
    probe.setStart(node, Math.min(left, node.textContent.length));
    const box = this.element.firstChild.getBoundingClientRect();
    const rect = probe.getBoundingClientRect();
    const x = Math.min(Math.max(rect.left - box.left - 8, 0), Math.max(box.width - this.list.offsetWidth, 0));
    this.list.style.left = `${x}px`;
    this.list.style.top = `${Math.max(rect.bottom - box.top, 20) + 9}px`;
  }

  closeList() {
    this.list.hidden = true;
    this.found = null;
    this.input.removeAttribute("aria-activedescendant");
  }

  accept(index) {
    const [name] = this.found.options[index];
    const { start, end } = this.found;
    const text = this.value;
    const opens = /[({]$/.test(name) || name.endsWith("()");
    const glue = opens || /^\s/.test(text.slice(end)) ? "" : " ";
    this.input.setRangeText(name + glue, start, end, "end");
    this.closeList();
    this.edited();
    this.input.focus();
  }

  key(event) {
    const isOpen = !this.list.hidden;
    if (event.key === " " && event.ctrlKey) {
      event.preventDefault();
      return this.complete(true);
    }
    if (isOpen && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      event.preventDefault();
      const count = this.found.options.length;
      const step = event.key === "ArrowDown" ? 1 : -1;
      this.active = this.active < 0 ? (step > 0 ? 0 : count - 1) : (this.active + step + count) % count;
      return this.drawList();
    }
    if (isOpen && event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      return this.closeList();
    }
    if (isOpen && !event.shiftKey && (event.key === "Tab" || event.key === "Enter")
      && !event.ctrlKey && !event.metaKey && this.active >= 0) {
      event.preventDefault();
      return this.accept(this.active);
    }
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      this.closeList();
      clearTimeout(this.timer);
      return this.onRun();
    }
    return undefined;
  }
}
