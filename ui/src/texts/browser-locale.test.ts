import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { canonicalLanguages, findOwnZone } from "./browser-locale.ts";

test("languages as browsers and systems report them are canonical, and what is no language is left out", () => {
  const reported = ["en-US@posix", "C", "", "pt_br", "C.UTF-8", "de_AT.UTF-8", "*", "i-klingon x", "ar-EG"];
  assert.deepEqual(canonicalLanguages(reported), ["en-US", "pt-BR", "de-AT", "ar-EG"]);
  assert.deepEqual(canonicalLanguages(["POSIX"]).map(formatted), ["1"], "a made-up language formats as the default one");
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.string(), fc.constantFrom(...reported))), (tags) => {
      for (const tag of canonicalLanguages(tags)) formatted(tag);
    }),
  );
});

test("the zone is one that the browser itself accepts, otherwise UTC", () => {
  for (const zone of ["Europe/Rome", "Asia/Calcutta", "UTC"]) assert.equal(findOwnZone(zone), zone);
  for (const zone of [undefined, "", "Etc/Unknown", "undefined", "Mars/Olympus", ":foo", "+05:30"])
    assert.equal(findOwnZone(zone), "UTC", String(zone));
});

function formatted(tag: string): string {
  return new Intl.NumberFormat(tag).format(1);
}
