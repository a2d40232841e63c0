// Requests to the server. Numbers of records travel as text, so that 64 bits survive.

export class ApiError extends Error {
  constructor(status, body) {
    super(body?.reason || "The server did not answer as expected.");
    this.status = status;
    this.code = body?.serverErrorCode || "";
    this.details = body?.quarry || {};
    this.advice = this.details.advice || "";
    this.body = body || {};
  }
}

let csrf = "";
let onSignedOut = () => {};

export function setSession(session) { csrf = session?.csrf || ""; }
export function whenSignedOut(action) { onSignedOut = action; }

async function send(method, path, options) {
  const sent = csrf;
  const response = await request(method, path, options);
  if (response.status !== 403 || method === "GET" || !sent) return response;
  // A sign-in in another tab replaces the session of this one.
  if (sent === csrf) setSession(await session() || { csrf });
  return sent === csrf ? response : request(method, path, options);
}

async function request(method, path, { body, headers = {}, raw, signal } = {}) {
  const all = { ...headers };
  if (method !== "GET") all["x-quarry-csrf"] = csrf;
  let content = raw;
  if (body !== undefined) {
    content = stringify(body);
    all["content-type"] = "application/json";
  }
  let response;
  try {
    response = await fetch(path, {
      method, headers: all, body: content, signal, credentials: "same-origin", cache: "no-store",
    });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new ApiError(0, { reason: "The server cannot be reached. Is it running?" });
  }
  return response;
}

async function read(response) {
  const text = await response.text();
  let json = {};
  if (text) {
    try { json = JSON.parse(text); } catch {
      if (response.ok) return text;
      json = { reason: `The server answered ${response.status} without saying why.` };
    }
  }
  if (!response.ok) {
    if (!json.reason) json.reason = `The server answered ${response.status}.`;
    const error = new ApiError(response.status, json);
    if (error.status === 401 || error.status === 421) onSignedOut(error);
    throw error;
  }
  return json;
}

export const get = async (path, options) => read(await send("GET", path, options));
export const post = async (path, body = {}, options) =>
  read(await send("POST", path, { body, ...options }));
export const put = async (path, body, options) =>
  read(await send("PUT", path, { body, ...options }));
export const patch = async (path, body, options) =>
  read(await send("PATCH", path, { body, ...options }));
export const del = async (path, options) => read(await send("DELETE", path, options));
// Refused where what is replaced no longer has the tag.
export const putText = async (path, text, tag) => read(await send("PUT", path, {
  raw: text, headers: { "content-type": "text/plain", ...(tag && { "if-match": tag }) },
}));

// Changes what a path has, as the server has it then; once more where another was faster.
export async function edit(path, change) {
  for (let attempt = 1; ; attempt += 1) {
    const response = await send("GET", path);
    const found = await read(response);
    const tag = response.headers.get("etag");
    try {
      return await put(path, change(found), { headers: tag ? { "if-match": tag } : {} });
    } catch (error) { if (error.status !== 409 || attempt === 10) throw error; }
  }
}

// The session is asked for without being sent to the sign-in page when there is none.
export async function session() {
  const response = await send("GET", "/admin/1/session?optional=1");
  if (response.status === 401 || response.status === 421 || response.status === 403) return null;
  return read(response);
}

export const signIn = (user, password) => beginSession({ user, password });
export const signInByLink = (link) => beginSession({ link });

async function beginSession(body) {
  const response = await send("POST", "/admin/1/session", { body });
  if (!response.ok) {
    let body = {};
    try { body = JSON.parse(await response.text()); } catch { /* the status says enough */ }
    throw new ApiError(response.status, body);
  }
  return response.json();
}

const part = encodeURIComponent;

export function admin(place, rest) {
  return `/admin/1/containers/${part(place.container)}/${part(place.environment)}/${rest}`;
}

// The schema in parts, with the tag by which it is replaced.
export async function schema(place, options = "") {
  const response = await send("GET", admin(place, `schema?format=json${options}`));
  const found = await read(response);
  return { ...found, tag: response.headers.get("etag") };
}

// A request to the web services, as the user whose database is looked at.
export function database(place, scope, rest, body, options = {}) {
  const path = `/database/1/${part(place.container)}/${part(place.environment)}`
    + `/${scope.database}/${rest}`;
  const headers = { ...options.headers };
  if (scope.user) headers["x-quarry-user"] = scope.user;
  return post(path, body, { ...options, headers });
}

/// A number that JSON is to carry as it is written, whatever its size.
export class Exact {
  constructor(text) { this.text = text; }
}

// JSON with exact numbers: they pass as texts with a random mark that no record contains.
export function stringify(body) {
  const mark = crypto.getRandomValues(new Uint32Array(4)).join("-");
  const text = JSON.stringify(body, (_, value) => (value instanceof Exact ? `${mark}:${value.text}` : value));
  // What is no number of JSON's, as Infinity, stays a text.
  return text.replace(new RegExp(`"${mark}:(-?[0-9][0-9.eE+-]*)"`, "g"), "$1").replaceAll(`"${mark}:`, '"');
}

// Absolute URLs name the server as others call it; the dashboard stays where it came from.
export function local(url) {
  try {
    const parsed = new URL(url, location.href);
    return parsed.pathname + parsed.search;
  } catch { return url; }
}

export async function upload(url, blob) {
  return read(await send("POST", local(url), { raw: blob }));
}
