/** The app of the browser tests: a page with a field, a modal dialog and a history, behind a gate. Its address has the client's options. */
import { StrictMode, useEffect, useRef, useState } from "react";
import { createPortal, flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { createGateClient, type GateStorage } from "../../core/index.ts";
import { mountGate } from "../../web/index.ts";
import { Gate, GateProvider, useGate } from "../index.ts";

const query = new URLSearchParams(location.search);
const asked = (name: string) => query.get(name) ?? "";
const language = query.get("lang") ?? "en";
document.documentElement.lang = language;
document.body.style.margin = "0";
if (query.has("around")) {
  // The part of a page that React does not know.
  const link = Object.assign(document.createElement("a"), { href: "#elsewhere", textContent: "All shops" });
  document.body.prepend(link);
}

const storage: GateStorage = {
  get: (name) => localStorage.getItem(name),
  set: (name, text) => localStorage.setItem(name, text),
};
const client = createGateClient({
  baseUrl: asked("base"),
  key: asked("key"),
  platform: asked("platform"),
  version: asked("version"),
  language,
  startWait: 60_000,
  ...(query.has("instance") ? { instanceId: asked("instance") } : {}),
  ...(query.has("os") ? { os: asked("os") } : {}),
  ...(query.has("storage") ? { storage } : {}),
  ...(query.has("save") ? { beforeBlock: () => new Promise((done) => Object.assign(window, { endSave: done })) } : {}),
  openLink: (url) => {
    document.title = `opened ${url}`;
    return true;
  },
});
Object.assign(window, { client });

function Shop() {
  const dialog = useRef<HTMLDialogElement>(null);
  // An app that discards the form of a dialog when it closes.
  const [isClosed, setClosed] = useState(false);
  useEffect(() => {
    // A modal dialog of the browser is above every layer of the page.
    if (query.has("dialog")) dialog.current?.showModal();
  }, []);
  return (
    <main style={{ padding: "0 24px", fontFamily: "system-ui, sans-serif" }}>
      <h1>Acme Shop</h1>
      <label>
        Search <input />
      </label>
      <dialog ref={dialog} aria-label="Cart" onClose={() => setClosed(true)}>
        {isClosed ? null : <textarea aria-label="Note" />}
        <button type="button">Pay</button>
      </dialog>
      {query.has("dialog") ? createPortal(<button type="button">Help</button>, document.body) : null}
    </main>
  );
}

/** A gate as it must not be: a dialog that keys, clicks and the back button close. */
function DismissibleGate() {
  const { state } = useGate();
  const [isClosed, setClosed] = useState(false);
  const by = query.get("dismiss") ?? "";
  useEffect(() => {
    const close = (event: Event) => (event instanceof KeyboardEvent && event.key !== "Escape" ? undefined : setClosed(true));
    addEventListener(by, close);
    return () => removeEventListener(by, close);
  }, [by]);
  return isClosed ? <Shop /> : <h1 tabIndex={-1}>{state.title}</h1>;
}

const signOut: Readonly<Record<string, string>> = { de: "Abmelden", ar: "تسجيل الخروج" };
const plain = { minHeight: 44, font: "inherit", color: "inherit", background: "none", border: 0, textDecoration: "underline" };
const extras = (
  <button type="button" style={plain} onClick={() => client.later()}>
    {signOut[language] ?? "Sign out"}
  </button>
);
const mode = query.has("hide") ? "hide" : "overlay";
const support = query.has("alone") ? {} : { support: "mailto:support@acme.example" };
const words = query.has("words") ? { words: { retry: "Check again" } } : {};
const dismissible = query.has("dismiss") ? { render: () => <DismissibleGate /> } : {};
const gated = (
  <GateProvider client={client} language={language} {...words}>
    <Gate mode={mode} {...support} extras={extras} loading={<p>Loading</p>} {...dismissible}>
      <Shop />
    </Gate>
  </GateProvider>
);
createRoot(document.getElementById("app") as HTMLElement).render(
  <StrictMode>{query.has("plain") ? <Shop /> : gated}</StrictMode>,
);
if (query.has("plain")) {
  const signOut = document.createElement("div");
  flushSync(() => createRoot(signOut).render(extras));
  const options = { client, language, ...support, ...words, extras: signOut.firstElementChild as HTMLElement };
  Object.assign(window, { mounted: mountGate(document.body, options) });
}
