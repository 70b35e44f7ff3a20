/**
 * Asks the server for the session and the ways to sign in, shows one section, and opens the console after a sign-in. Texts of
 * users are shown with `textContent`, so they are never markup.
 */
import { ask, Refusal } from "./ask.js";
import { clear, onPress, onSend } from "./form.js";
import { linkTexts, refusalTexts } from "./texts.js";

const byId = (id) => document.getElementById(id);

/** The one-time link to redeem, only in the memory of this page; null: none. */
let link = null;
let linkLogin = null;
/** Reason why the provider's sign-in failed; null: it did not. */
let refusal = null;

onSend(byId("sign-in"), signIn, tell);
onSend(byId("redeem"), redeem, tell);
onSend(byId("leave"), () => leave("DELETE", "session"), tell);
onPress(byId("leave-everywhere"), byId("leave"), () => leave("POST", "sessions/end"), tell);
for (const form of [byId("sign-in"), byId("redeem")]) onPress(form.querySelector(".provider"), form, toProvider, tell);
for (const id of ["again", "again-account"]) byId(id).addEventListener("click", start);
byId("leave-link").addEventListener("click", () => {
  link = null;
  return start();
});
byId("shown").addEventListener("change", ({ target }) => {
  byId("new-password").type = target.checked ? "text" : "password";
});
// Pasting a link while the page is open does not load the page again.
window.addEventListener("hashchange", () => {
  if (takeFragment()) void start();
});
// A page restored from the back/forward cache can show a session that has ended.
window.addEventListener("pageshow", ({ persisted }) => {
  if (persisted) void start();
});
takeFragment();
await start();

/**
 * Takes the fragment and removes it from the address bar first, so that a link is not bookmarked, copied or read over a
 * shoulder. Returns false if there was none.
 */
function takeFragment() {
  const [, name, text] = /^#(link|error)=(.+)$/.exec(location.hash) ?? [];
  if (location.hash !== "") history.replaceState(null, "", location.pathname);
  if (name === "link") link = text;
  if (name === "error") refusal = text;
  return name !== undefined;
}

async function start() {
  byId("waiting-text").hidden = false;
  show("waiting");
  try {
    const offer = await ask("GET", "sign-in");
    if (!offer.offered) return showText("not-offered", offer.reason);
    nameProvider(offer.provider);
    if (link !== null) return await showLink();
    // Browsers print a refused request as an error.
    const session = offer.signed_in ? await sessionOrNull() : null;
    if (session) showSignedIn(session);
    else if (!offer.has_accounts && !offer.provider) show("no-account");
    else showSignIn();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    showText("unreachable", error.message);
  }
}

function showSignIn() {
  show("signed-out");
  if (refusal === null) return;
  const text = Object.hasOwn(refusalTexts, refusal) ? refusalTexts[refusal] : refusalTexts.refused;
  byId("sign-in").querySelector(".refusal").textContent = text;
  refusal = null;
}

async function sessionOrNull() {
  try {
    return await ask("GET", "session");
  } catch (error) {
    if (error instanceof Refusal && error.status === 401) return null;
    throw error;
  }
}

async function signIn({ login, password }) {
  await ask("POST", "session", { login, password });
  await signedIn();
}

async function redeem({ login, name, password }) {
  const own = linkLogin === null ? { login, name } : {};
  try {
    await ask("POST", "account-links/redeem", { link, ...own, password });
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) return showText("bad-link", error.message);
    throw error;
  }
  link = null;
  await signedIn();
}

/** Clears passwords from the page as soon as they are no longer needed. */
async function signedIn() {
  for (const form of [byId("sign-in"), byId("redeem")]) form.reset();
  byId("new-password").type = "password";
  if (!(await sessionOrNull())) {
    throw new Refusal("This browser did not store the session cookie. Allow cookies for this address and sign in again.");
  }
  show("waiting");
  // The console reopens the last view. Replacing keeps this page out of the history.
  location.replace("/console/");
}

async function leave(method, path) {
  try {
    await ask(method, path);
  } catch (error) {
    // The session had already ended.
    if (!(error instanceof Refusal) || error.status !== 401) throw error;
  }
  show("signed-out");
  tell("You have signed out.");
}

async function toProvider() {
  const { url } = await ask("POST", "sign-in/provider", link === null ? {} : { link });
  if (!/^https?:\/\//i.test(url))
    throw new Refusal("The provider's address is not a web address. Ask the operator of this server to check it.");
  location.assign(url);
}

function nameProvider(provider) {
  for (const part of document.querySelectorAll(".other")) part.hidden = !provider;
  for (const part of document.querySelectorAll(".provider-name")) part.textContent = provider?.name ?? "";
}

async function showLink() {
  try {
    const { kind, login } = await ask("POST", "account-links/inspect", { link });
    showRedemption(linkTexts[kind] ?? linkTexts.password, login, kind);
  } catch (error) {
    if (!(error instanceof Refusal) || error.status === 0 || error.status >= 500) throw error;
    showText("bad-link", error.message);
  }
}

/** Shows the login even when it is fixed: password managers store the new password under it. */
function showRedemption({ title, meaning, button }, login, kind) {
  linkLogin = login;
  byId("link-title").textContent = title;
  byId("link-meaning").textContent = meaning;
  byId("redeem-button").textContent = button;
  const field = byId("new-login");
  field.value = login ?? "";
  field.readOnly = login !== null;
  byId("new-login-hint").textContent = login === null ? "A short name or an e-mail address that you sign in with." : "";
  byId("new-name-field").hidden = login !== null;
  byId("new-name").required = login === null;
  if (kind === "password") byId("redeem").querySelector(".other").hidden = true;
  show("by-link");
}

function showSignedIn({ actor, person, administrator, roles, session }) {
  byId("who").textContent = person?.name ?? actor;
  byId("who-login").textContent = person?.login ?? "";
  const lines = administrator
    ? ["Administrator of this server"]
    : roles.map(({ project, role }) => `${role.charAt(0).toUpperCase()}${role.slice(1)} in ${project}`);
  byId("roles").replaceChildren(...(lines.length > 0 ? lines : ["None yet. Ask an administrator for a role."]).map(listItem));
  const end = session ? new Date(session.expires_at).toLocaleString(undefined, { dateStyle: "long", timeStyle: "short" }) : null;
  byId("until").textContent = end === null ? "" : `until ${end}`;
  show("signed-in");
}

function listItem(text) {
  const item = document.createElement("li");
  item.textContent = text;
  return item;
}

function showText(section, text) {
  byId(`${section}-reason`).textContent = text;
  show(section);
}

/** Shows one section and moves the focus to its first step, so that screen readers announce it. */
function show(id) {
  for (const section of document.querySelectorAll("section")) section.hidden = section.id !== id;
  if (id === "waiting") return;
  tell("");
  const section = byId(id);
  const form = section.querySelector("form");
  if (form) clear(form);
  const title = section.querySelector("h1");
  document.title = `${title.textContent} – Drawbridge`;
  const empty = [...section.querySelectorAll("input:not([type=checkbox])")].find(
    (field) => field.value === "" && !field.closest("[hidden]"),
  );
  (empty ?? title).focus();
}

function tell(text) {
  byId("told").textContent = text;
}
