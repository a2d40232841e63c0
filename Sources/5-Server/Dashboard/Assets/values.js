// Values of fields as the web services say them, and as people read them.
import { bytes, h, plural, time } from "./ui.js";

export const SCALARS = ["STRING", "INT64", "DOUBLE", "TIMESTAMP", "BYTES", "LOCATION", "REFERENCE", "ASSET"];

export const TYPE_NAMES = {
  STRING: "Text", INT64: "Integer", DOUBLE: "Number", TIMESTAMP: "Date", BYTES: "Bytes",
  LOCATION: "Location", REFERENCE: "Reference", ASSET: "Asset",
};

/// The wire's name of a field's type.
export const wireType = (type, isList) => {
  const scalar = type === "ASSET" ? "ASSETID" : type;
  return isList ? `${scalar}_LIST` : scalar;
};

export const typeLabel = (field) => (field.isList ? `List of ${TYPE_NAMES[field.type]}` : TYPE_NAMES[field.type]);

/// A zone as one text, for choices and addresses: its name and, behind a bar, its owner where that is known.
/// A bar in the name is written as in a URL.
export function zoneKey({ zoneName, ownerRecordName }) {
  const name = zoneName.replace(/[%|]/g, encodeURIComponent);
  return ownerRecordName ? `${name}|${ownerRecordName}` : name;
}

/// The zone that a text of zoneKey's stands for.
export function zoneOf(key) {
  const [name, ...owner] = key.split("|");
  return { zoneName: name.replace(/%(?:25|7C)/g, decodeURIComponent), ...(owner.join("|") ? { ownerRecordName: owner.join("|") } : {}) };
}

export function base64Length(text) {
  const plain = text.replace(/=+$/, "");
  return Math.floor(plain.length * 3 / 4);
}

export function toBytes(base64) {
  const text = atob(base64);
  return Uint8Array.from(text, (c) => c.charCodeAt(0));
}

export function toBase64(array) {
  let text = "";
  for (let i = 0; i < array.length; i += 8192) {
    text += String.fromCharCode(...array.subarray(i, i + 8192));
  }
  return btoa(text);
}

/// A random UUID; `crypto.randomUUID` is missing on a page that came by plain HTTP.
export function randomUUID() {
  const array = crypto.getRandomValues(new Uint8Array(16));
  array[6] = (array[6] & 0x0f) | 0x40;
  array[8] = (array[8] & 0x3f) | 0x80;
  return toHex(array).replaceAll(" ", "").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

export const toHex = (array) => Array.from(array, (b) => b.toString(16).padStart(2, "0")).join(" ");

export function fromHex(text) {
  const digits = text.replace(/[\s:,]|0x/g, "");
  if (digits.length % 2 || /[^0-9a-f]/i.test(digits)) {
    throw new Error("Hexadecimal needs pairs of the digits 0–9 and a–f.");
  }
  return Uint8Array.from(digits.match(/../g) || [], (pair) => parseInt(pair, 16));
}

const grouped = (text) => text.replace(/\B(?=(\d{3})+(?!\d))/g, "\u202f");

const place = (v) => `${Number(v.latitude).toFixed(4)}, ${Number(v.longitude).toFixed(4)}`;

/// A reference in the text of a predicate.
export function referenceText({ recordName, zoneID }) {
  const escaped = (text) => text.replaceAll("%", "%25").replaceAll(";", "%3B");
  const { zoneName, ownerRecordName } = zoneID || {};
  const parts = [escaped(recordName)];
  if (zoneName && zoneName !== "_defaultZone") parts.push(`zone=${escaped(zoneName)}`);
  if (ownerRecordName && ownerRecordName !== "__defaultOwner__") parts.push(`owner=${escaped(ownerRecordName)}`);
  return `CAST("${parts.join(";").replaceAll("\\", "\\\\").replaceAll("\"", "\\\"")}", "CKReference")`;
}

function link(reference, hrefOf) {
  if (!hrefOf) return h("code", { class: "nowrap" }, h("bdi", {}, reference.recordName));
  return h("a", { class: "mono nowrap", href: hrefOf(reference), onclick: (event) => event.stopPropagation() }, h("bdi", {}, reference.recordName));
}

/// A value in one line, for tables; with `hrefOf` references are links.
export function brief(value, type, hrefOf) {
  if (value === undefined || value === null) return h("span", { class: "none" }, "–");
  if (Array.isArray(value)) {
    if (value.length === 0) return h("span", { class: "none" }, "empty");
    const inner = type.replace("_LIST", "");
    if (["STRING", "INT64", "DOUBLE"].includes(inner)) {
      return h("span", { class: "chips" }, value.slice(0, 3).map((v) => h("bdi", { class: "chip" }, String(v))),
        value.length > 3 && h("span", { class: "none" }, `+${value.length - 3}`));
    }
    if (inner === "REFERENCE" && hrefOf) {
      return h("span", { class: "chips" }, value.slice(0, 3).map((v) => link(v, hrefOf)), value.length > 3 && h("span", { class: "none" }, `+${value.length - 3}`));
    }
    return h("span", { class: "none" }, plural(value.length, inner === "REFERENCE" ? "reference"
      : inner === "ASSETID" ? "file" : inner === "TIMESTAMP" ? "date" : inner === "LOCATION" ? "place" : "value"));
  }
  switch (type) {
    case "INT64": return h("span", { class: "number nowrap", title: String(value) }, grouped(String(value)));
    case "DOUBLE": return h("span", { class: "number nowrap", title: String(value) }, String(Number(value)));
    case "TIMESTAMP": return time(value, "nowrap");
    case "BYTES": return h("span", { class: "none" }, bytes(base64Length(value)));
    case "LOCATION": return h("span", { class: "nowrap" }, place(value));
    case "REFERENCE": return link(value, hrefOf);
    case "ASSETID": case "ASSET":
      return h("span", { class: "none" }, `file, ${bytes(value.size)}`);
    default: {
      const text = typeof value === "object" ? JSON.stringify(value) : String(value);
      const letters = text.length > 90 ? [...text.slice(0, 200)] : [];
      return h("span", { class: "text", dir: "auto" }, letters.length > 90 ? `${letters.slice(0, 90).join("")}…` : text);
    }
  }
}
