import assert from "node:assert/strict";
import { test } from "node:test";
import { screenKinds } from "drawbridge-rules/texts/message.ts";
import { AskedView, bodyOf } from "../../../test/asked-view.ts";
import { formWith, stateFrom } from "../../../test/example-project.ts";

const now = Date.parse("2026-12-06T12:00:00Z");
const kinds = [...screenKinds, "default"] as const;
const textsOf = (author: string) => Object.fromEntries(kinds.map((kind) => [kind, { en: `${kind} of ${author}` }]));
const releases = ["2", "3"].map((version) => ({ version, requires_os: "17" }));
const rules = { minimum: "2", recommended: "3", store: "none", releases };
const hour = { start: "2026-12-06T11:30", duration: "1h" };

/** Versions and windows that lead to each kind of message. */
const situations = {
  upgrade: { version: "1" },
  unsupported: { version: "1", os: "16.4" },
  maintenance: { version: "2", window: hour },
  recommended: { version: "2" },
  announced: { version: "3", window: { ...hour, start: "2026-12-06T12:30" } },
  default: { version: "3" },
} as const;

function messageIn(view: AskedView, version: string, os = "17") {
  return (endpoint: "config" | "gate", platform: string) => {
    const found = view.answer(endpoint, { platform, current_version: version, lang: "en", os }, now);
    assert.ok("outcome" in found);
    return bodyOf(found).message;
  };
}

for (const kind of kinds)
  test(`a platform's own message (${kind}) is shown there, and the project's elsewhere`, () => {
    const situation = situations[kind];
    const windows = "window" in situation ? { w: situation.window } : {};
    const platforms = { tv: { ...rules, messages: { [kind]: { en: "Own" } } }, web: rules };
    const view = new AskedView(stateFrom(formWith({ platforms, windows, messages: textsOf("Acme") })));
    const message = messageIn(view, situation.version, "os" in situation ? situation.os : undefined);
    assert.deepEqual([message("gate", "tv"), message("gate", "web")], ["Own", `${kind} of Acme`]);
    if (kind === "unsupported" || kind === "recommended" || kind === "announced") return;
    assert.deepEqual([message("config", "tv"), message("config", "web")], ["Own", `${kind} of Acme`]);
  });

test("a window's own message is shown in place of its platform's", () => {
  const platforms = { tv: { ...rules, messages: { maintenance: { en: "Own" } } } };
  const windows = { w: { ...hour, message: { en: "Window" } } };
  const view = new AskedView(stateFrom(formWith({ platforms, windows })));
  const message = messageIn(view, "3");
  assert.deepEqual([message("gate", "tv"), message("config", "tv")], ["Window", "Window"]);
});
