import assert from "node:assert/strict";
import { test } from "node:test";
import { parseSearchWith, stringifySearchWith } from "@tanstack/react-router";
import { dateIn, parseValue, textIn } from "./search-values.ts";

const parse = parseSearchWith(parseValue);
const print = stringifySearchWith(JSON.stringify, parseValue);

test("a version typed into an address is read as a version", () => {
  for (const version of ["2.30", "2.3", "2", "1e3", "007", "2.10.0", "-1", "1_000", "true", "null"])
    assert.equal(textIn(parse(`?version=${version}`), "version") ?? "null", version);
});

test("what is written into an address is read from it", () => {
  for (const text of ["2.30", "2.3", "41", "1e3", "true", "null", '"', "{}", "[1]", " 2", "a b", "ä"])
    assert.equal(textIn(parse(print({ text })), "text"), text);
});

test("a date in an address is a day of the calendar, or none", () => {
  assert.equal(dateIn(parse("?date=2027-03-01"), "date"), "2027-03-01");
  for (const text of ["2027-02-30", "2027-03", "today", ""]) assert.equal(dateIn(parse(`?date=${text}`), "date"), undefined);
});
