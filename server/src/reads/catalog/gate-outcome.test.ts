import assert from "node:assert/strict";
import { test } from "node:test";
import { AskedView, bodyOf } from "../../../test/asked-view.ts";
import { stateFrom } from "../../../test/example-project.ts";

const hour = 3_600_000;
const day = 24 * hour;
const start = Date.parse("2026-12-06T01:00:00Z");

const window = { start: "2026-12-06T02:00", zone: "Europe/Rome", duration: "PT2H", reminder: "PT12H" };
const base = {
  apiVersion: "drawbridge/v1",
  project: "acme-shop",
  name: "Acme Shop",
  languages: ["en", "de"],
  stores: { apple: "https://apps.example/a" },
  platforms: { ios: { minimum: "2.4.0", recommended: "2.6.0" } },
  instances: { "eu-1": { name: "Acme Europe" }, "us-1": { name: "Acme America" } },
  windows: { upgrade: { ...window, instances: ["eu-1"] } },
};

function gate(form: object, query: Record<string, string>, now: number, acceptLanguage: string | null = null) {
  return bodyIn(new AskedView(stateFrom(form as never)), query, now, acceptLanguage);
}

function bodyIn(view: AskedView, query: Record<string, string>, now: number, acceptLanguage: string | null = null) {
  const found = view.answer("gate", { platform: "ios", ...query }, now, acceptLanguage);
  assert.ok("outcome" in found, JSON.stringify(found));
  return bodyOf(found);
}

test("the strongest of forced, active, recommended and announced is shown, with eight fields in their order", () => {
  const times = { reminder_start: "2026-12-05T13:00:00.000+00:00", start: "2026-12-06T01:00:00.000+00:00" };
  const end = "2026-12-06T03:00:00.000+00:00";
  const asked = { current_version: "2.3.0", instanceId: "eu-1" };
  assert.equal(
    JSON.stringify(gate(base, asked, start - hour)),
    JSON.stringify({
      update: "forced",
      update_to: "2.6.0",
      maintenance: "announced",
      title: "Update required",
      message: "This version is no longer supported. Please update the app to continue.",
      store_link: "https://apps.example/a",
      window: { name: "Acme Europe", ...times, end },
      next_change_at: "2026-12-06T01:00:00.000+00:00",
    }),
  );
  const shown = (version: string, at: number) => {
    const { update, maintenance, title } = gate(base, { ...asked, current_version: version }, at);
    return [update, maintenance, title];
  };
  assert.deepEqual(shown("2.3.0", start), ["forced", "active", "Update required"]);
  assert.deepEqual(shown("2.5.0", start), ["recommended", "active", "Down for maintenance"]);
  assert.deepEqual(shown("2.5.0", start - hour), ["recommended", "announced", "Update available"]);
  assert.deepEqual(shown("2.6.0", start - hour), ["none", "announced", "Planned maintenance"]);
  assert.deepEqual(shown("2.6.0", start - day), ["none", "none", ""]);
});

test("the default text of maintenance has no end, which is a field, and an operator's own text keeps its own", () => {
  const message = (form: object, lang = "en") =>
    gate(form, { current_version: "2.6.0", instanceId: "eu-1", lang }, start).message;
  assert.equal(message(base), "We are down for maintenance. Thank you for your patience.");
  assert.equal(message(base, "de"), "Wir führen gerade Wartungsarbeiten durch. Vielen Dank für Ihre Geduld.");
  const own = { en: "Back at {end_time}." };
  assert.equal(message({ ...base, messages: { maintenance: own } }), "Back at Sun, Dec 6, 2026, 04:00 AM GMT+1.");
  const windows = { upgrade: { ...base.windows.upgrade, message: own } };
  assert.equal(message({ ...base, windows }), "Back at Sun, Dec 6, 2026, 04:00 AM GMT+1.");
});

test("the window is told while it is to come, and not when it is over", () => {
  const asked = { current_version: "9", instanceId: "eu-1" };
  const changes = [start - 40 * day, start - day, start - 12 * hour, start, start + 2 * hour].map((at) => {
    const { window, next_change_at } = gate(base, asked, at);
    return [window?.name ?? null, next_change_at];
  });
  assert.deepEqual(changes, [
    ["Acme Europe", null],
    ["Acme Europe", "2026-12-05T13:00:00.000+00:00"],
    ["Acme Europe", "2026-12-06T01:00:00.000+00:00"],
    ["Acme Europe", "2026-12-06T03:00:00.000+00:00"],
    [null, null],
  ]);
});

test("without an instance, maintenance counts as in /config: of everyone on the platform", () => {
  const version = { current_version: "9" };
  assert.equal(gate(base, version, start).maintenance, "none", "one of two instances");
  const both = { ...base, windows: { upgrade: { ...window, instances: ["eu-1", "us-1"] } } };
  assert.equal(gate(both, version, start - hour).maintenance, "none");
  assert.equal(gate(both, version, start).maintenance, "active");
  assert.equal(gate(both, version, start).window.name, "Acme Shop");
  const whole = { ...base, windows: { upgrade: window } };
  assert.equal(gate(whole, version, start - hour).maintenance, "announced");
  assert.deepEqual(gate(whole, version, start).window, gate(both, version, start).window);
  const android = { ...base, windows: { upgrade: { ...window, platforms: ["android"] } } };
  assert.equal(gate(android, version, start).maintenance, "none");
  assert.equal(gate(android, { ...version, platform: "android" }, start).maintenance, "active");
});

test("when every instance is closed only for a while, that while is active, and its start is the next change", () => {
  const windows = {
    eu: { ...window, instances: ["eu-1"] },
    us: { ...window, start: "2026-12-06T03:00", instances: ["us-1"] },
  };
  const at = (instant: number) => gate({ ...base, windows }, { current_version: "9" }, instant);
  assert.equal(at(start).maintenance, "none", "nothing is announced for everyone by windows on instances");
  assert.equal(at(start).next_change_at, "2026-12-06T02:00:00.000+00:00");
  assert.equal(at(start + hour).maintenance, "active");
  assert.equal(at(start + 2 * hour).maintenance, "none", "Europe is open again");
});

test("texts, titles and a platform's own upgrade message are in the language that the phone's owner reads", () => {
  const form = {
    ...base,
    messages: { recommended: { en: "Get {update_to}.", de: "Hol dir {update_to}." } },
    titles: { recommended: { en: "New: {update_to}", de: "Neu: {update_to}" } },
    platforms: { ios: { minimum: "2.4.0", recommended: "2.6.0", messages: { upgrade: { en: "iOS: {update_to}" } } } },
  };
  const shown = (version: string, language: string | null) => {
    const { title, message } = gate(form, { current_version: version }, start, language);
    return [title, message];
  };
  assert.deepEqual(shown("2.5.0", "de_AT.UTF-8"), ["Neu: 2.6.0", "Hol dir 2.6.0."]);
  assert.deepEqual(shown("2.5.0", "fr"), ["New: 2.6.0", "Get 2.6.0."]);
  assert.deepEqual(shown("2.3.0", null), ["Update required", "iOS: 2.6.0"]);
  const config = new AskedView(stateFrom(form as never)).answer("config", { platform: "ios", current_version: "2.3.0" }, start);
  assert.ok("outcome" in config);
  assert.equal(bodyOf(config).message, "iOS: 2.6.0");
});

const releases = [{ version: "2.4.0" }, { version: "2.6.0", requires_os: "17.4" }, { version: "2.7.0", requires_os: "18" }];
const unsupported = {
  title: "Device not supported",
  message: "The app no longer works with this device’s operating system. Please use a newer operating system or another device.",
};

/** Members that depend on the operating system, with `drawbridge-os`. */
function shownOn(policy: object, os: string | null, current_version = "2.3.0", at = start - day) {
  const view = new AskedView(stateFrom({ ...base, platforms: { ios: { ...policy, releases } } } as never));
  const found = view.answer("gate", { platform: "ios", current_version, ...(os === null ? {} : { os }) }, at);
  assert.ok("outcome" in found, JSON.stringify(found));
  const { update, update_to, title, store_link } = bodyOf(found);
  const { headers } = found.outcome;
  const place = headers.indexOf("drawbridge-os");
  return [update, update_to, title, store_link, place < 0 ? "" : headers[place + 1]];
}

test("a forced app is sent to the version that its system can install, or told that there is none", () => {
  const link = "https://apps.example/a";
  const forced = (os: string | null, policy: object = { minimum: "2.4.0", recommended: "2.6.0" }) => shownOn(policy, os);
  for (const os of [null, "17.4", "17.4.0", "18", "100", "x", ""])
    assert.deepEqual(forced(os), ["forced", "2.6.0", "Update required", link, ""], String(os));
  assert.deepEqual(forced("17.3.9"), ["forced", "2.4.0", "Update required", link, ""]);
  const higher = { minimum: "2.6.0" };
  assert.deepEqual(forced("17.3", higher), ["forced", null, unsupported.title, null, "too_old"]);
  assert.deepEqual(forced("17.10", higher), ["forced", "2.6.0", "Update required", link, ""], "17.10 is above 17.4");
  assert.deepEqual(forced("9", { minimum: "2.6.1" }), ["forced", "2.6.1", "Update required", link, ""], "not declared");
  assert.deepEqual(forced("9", { blocked: ["2.*"] }), ["forced", null, "Update required", link, ""], "nothing serves at all");
});

test("a recommendation that the system cannot install is not made, and maintenance goes on", () => {
  const policy = { minimum: "2.4.0", recommended: "2.6.0" };
  assert.deepEqual(shownOn(policy, "17", "2.4.0"), ["none", null, "", null, "too_old"]);
  assert.deepEqual(shownOn(policy, "17", "2.6.0"), ["none", null, "", "https://apps.example/a", ""], "nothing is asked for");
  const closed = { ...base, windows: { upgrade: window }, platforms: { ios: { minimum: "2.6.0", releases } } };
  const { title, message, maintenance, window: shown } = gate(closed, { current_version: "2.3.0", os: "9" }, start);
  assert.deepEqual({ title, message }, unsupported);
  assert.deepEqual([maintenance, shown.name], ["active", "Acme Shop"]);
});

test("a step is the next change only of the systems whose answer it changes", () => {
  const step = { at: "2026-12-06T09:00", minimum: "2.7.0" };
  const form = { ...base, windows: {}, platforms: { ios: { minimum: "2.6.0", releases, step } } };
  const changeOn = (os: string) => gate(form, { current_version: "2.3.0", os }, start - day).next_change_at;
  assert.deepEqual(["17", "17.4", "18"].map(changeOn), [null, ...Array(2).fill("2026-12-06T09:00:00.000+00:00")]);
});

test("any number of systems gets as many answers as there are releases to tell them apart", () => {
  const view = new AskedView(stateFrom({ ...base, platforms: { ios: { minimum: "2.6.0", releases } } } as never));
  const bodies = Array.from({ length: 500 }, (_, index) => {
    const os = `${index % 25}.${index}`;
    const found = view.answer("gate", { platform: "ios", current_version: "2.3.0", os }, start - day);
    assert.ok("outcome" in found);
    return found.outcome;
  });
  assert.equal(new Set(bodies.map(({ etag }) => etag)).size, 2);
  assert.equal(new Set(bodies).size, 2);
});

test("all faults of a question are reported together", () => {
  const view = new AskedView(stateFrom(base as never));
  const found = view.answer("gate", { platform: "tv", current_version: "x", instanceId: "eu-1" }, start);
  assert.ok("code" in found && found.code === "unknown_platform" && /current_version must be/.test(found.detail));
  const unknown = view.answer("gate", { platform: "ios", current_version: "1", instanceId: "gone" }, start);
  assert.ok("code" in unknown && unknown.code === "unknown_instance");
  assert.ok("outcome" in view.answer("gate", { platform: "ios", current_version: "1", instanceId: "" }, start));
});
