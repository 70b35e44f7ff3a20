import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { forAll } from "../../../test/for-all.ts";
import { codingFor, matchesEtag } from "./headers.ts";

test("the smallest coding that a client takes is chosen", () => {
  const chosen: Readonly<Record<string, string>> = {
    "gzip, deflate, br, zstd": "br",
    GZIP: "gzip",
    "x-gzip": "gzip",
    "br;q=0, gzip;q=0.1": "gzip",
    "*": "br",
    "*;q=0": "identity",
    "br; q=0.0, *": "gzip",
    deflate: "identity",
    identity: "identity",
    "": "identity",
    ";;,,=q": "identity",
  };
  for (const [header, coding] of Object.entries(chosen)) assert.equal(codingFor(header, { br: 1, gzip: 1 }), coding, header);
  assert.equal(codingFor(undefined, { br: 1 }), "identity");
  assert.equal(codingFor("br, gzip", { gzip: 1 }), "gzip", "there is no Brotli of it");
});

const opaque = fc.stringMatching(/^[\x21\x23-\x7e]{0,40}$/);
const known = ["-", "--", ";"].flatMap((mark) => ["br", "deflate", "gz", "gzip", "zstd"].map((coding) => mark + coding));
const text = fc.oneof(
  opaque,
  fc.constantFrom(...known),
  fc.constantFrom(...known).map((suffix) => suffix.slice(1)),
);

test("a tag with the suffix of a compressing proxy matches, weak or strong, alone or in a list", () =>
  forAll([opaque, fc.constantFrom(...known), fc.constantFrom("", "W/"), fc.boolean()], (tag, suffix, weak, isListed) => {
    const sent = `${weak}"${tag}${suffix}"`;
    assert.ok(matchesEtag(isListed ? `"other", ${sent} , W/"x"` : sent, `"${tag}"`), sent);
  }));

test("only the known suffixes match, and only inside the quotes", () =>
  forAll([opaque, text, text], (tag, before, after) => {
    const inner = before + tag + after;
    const isOurs = ["", ...known].some((suffix) => inner === tag + suffix);
    assert.equal(matchesEtag(`"${inner}"`, `"${tag}"`), isOurs);
    for (const torn of [`"${inner}`, `${inner}"`, inner]) assert.equal(matchesEtag(torn, `"${tag}"`), torn === "*", torn);
    assert.equal(matchesEtag(`"${inner}"${after}`, `"${tag}"`), isOurs);
  }));

test("a tag that ends in a suffix itself is matched by no shorter one", () => {
  assert.equal(matchesEtag('"abc"', '"abc-gzip"'), false);
  assert.equal(matchesEtag('"abc-gzip"', '"abc-gzip"'), true);
  assert.equal(matchesEtag('"abc-GZIP"', '"abc"'), false);
  assert.equal(matchesEtag('"abc-gzip-br"', '"abc"'), false);
});
