/** Texts that cost a careless reader more than their length, each shape in about any length. */
import type { Syntax } from "../src/base/document/read-text.ts";

export type HostileShape = (length: number) => string;

const manifestHead = '"apiVersion":"drawbridge/v1","project":"acme-shop"';
const yamlHead = "apiVersion: drawbridge/v1\nproject: acme-shop\n";

function filled(piece: string, length: number): string {
  return piece.repeat(Math.max(1, Math.floor(length / piece.length)));
}

function numbered(piece: (index: number) => string, length: number, joint = ""): string {
  const pieces: string[] = [];
  let rest = length;
  for (let index = 0; rest > 0; index++) {
    const text = piece(index);
    pieces.push(text);
    rest -= text.length + joint.length;
  }
  return pieces.join(joint);
}

const inMap = (content: string) => `{${manifestHead},${content}}`;
const window = '"start":"2026-12-06T02:00","duration":"PT2H"';

const json: Readonly<Record<string, HostileShape>> = {
  "a repeated key": (length) => `{${filled('"k":1,', length)}"k":1}`,
  "a repeated key beside line ends": (length) => `{${filled('"":1,', length / 2)}"":1${filled("\n", length / 2)}}`,
  "repeated keys, each on a line": (length) => `{${filled('"k":1,\n', length)}"k":1}`,
  "a long key with repeated children": (length) => `{"${filled("/", length / 2)}":{${filled('"":1,', length / 2)}"":1}}`,
  "keys of 256 above repeated children": (length) => deepUnder("/", 256, length),
  "keys of 256 that need escapes": (length) => deepUnder("é", 256, length),
  "keys of 256 with dots and quotes": (length) => deepUnder('.\\"', 85, length),
  "one long text": (length) => `{"name":"${filled("x", length)}"}`,
  "one text of backslashes": (length) => `{"name":"${filled("\\\\", length)}"}`,
  "one text that is never closed": (length) => `{"name":"${filled('\\"', length)}`,
  "one text of unicode escapes": (length) => `{"name":"${filled("\\u0000", length)}"}`,
  "one number": (length) => `{"name":${filled("1", length)}}`,
  "depth without an end": (length) => filled("[", length),
  "many lists of depth 30": (length) => `[${filled(`${"[".repeat(30)}${"]".repeat(30)},`, length)}1]`,
  "many empty maps": (length) => inMap(`"windows":[${filled("{},", length)}1]`),
  "a wide list of numbers": (length) => inMap(`"windows":[${filled("0,", length)}0]`),
  "a wide map": (length) => `{${numbered((i) => `"k${i}":1`, length, ",")}}`,
  "many unknown keys": (length) => inMap(numbered((i) => `"unknown-${i}":null`, length, ",")),
  "instances of a wrong type": (length) => inMap(`"instances":{${numbered((i) => `"i-${i}":${i}`, length, ",")}}`),
  "instances with unknown keys": (length) =>
    inMap(`"instances":{${numbered((i) => `"i-${i}":{"name":"n","x":1,"y":2}`, length, ",")}}`),
  "names in languages that do not exist": (length) =>
    inMap(`"instances":{"a":{"name":{${numbered((i) => `"x-${i}":"n"`, length, ",")}}}}`),
  "messages in languages that do not exist": (length) =>
    inMap(`"messages":{"upgrade":{${numbered((i) => `"qq-${i}":"{nothing}"`, length, ",")}}}`),
  "windows without anything": (length) => inMap(`"windows":{${numbered((i) => `"w-${i}":{}`, length, ",")}}`),
  "windows with unknown keys": (length) =>
    inMap(`"windows":{${numbered((i) => `"w-${i}":{${window},"a":1,"b":2}`, length, ",")}}`),
  "windows on instances that are not there": (length) =>
    inMap(
      `"windows":{${numbered((i) => `"w-${i}":{${window},"instances":[${numbered((j) => `"no-${j}"`, 9_000, ",")}]}`, length, ",")}}`,
    ),
  "rules that take long": (length) =>
    inMap(
      `"windows":{${numbered((i) => `"w-${i}":{"start":"2026-01-01T02:00","zone":"Europe/Rome","duration":"PT23H","repeat":"FREQ=DAILY;INTERVAL=2"}`, length, ",")}}`,
    ),
  "rules of no date": (length) =>
    inMap(
      `"windows":{${numbered((i) => `"w-${i}":{"start":"2026-02-28T02:00","duration":"PT2H","repeat":"FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30"}`, length, ",")}}`,
    ),
  "platforms of wrong names": (length) => inMap(`"platforms":{${numbered((i) => `"P${i}":{"store":1}`, length, ",")}}`),
  "a space after each value and no line end": (length) =>
    `{"a": [${filled("0 , ", length / 2)}0, "${filled("\u0a0a", length / 2)}"]}`,
  "a tab around each colon": (length) => `{${numbered((i) => `"k${i}"\t:\t1`, length, ",\t")}}`,
  "spaces between everything": (length) => `{"a"${filled(" ", length / 2)}:${filled("\r\n", length / 2)}1}`,
  "garbage after the document": (length) => `{}${filled("}", length)}`,
};

/** A branch of 30 keys with as many repeated children as fit. */
function deepUnder(letter: string, times: number, length: number): string {
  const key = `"${letter.repeat(times)}":`;
  const head = `{${key}`.repeat(20);
  return `${head}{${filled('"":1,', Math.max(length - head.length, 10))}"":1}${"}".repeat(20)}`;
}

const yaml: Readonly<Record<string, HostileShape>> = {
  "a long key above unknown fields": (length) =>
    `${yamlHead}instances:\n  ? "${filled("k", length / 2)}"\n  : { ${numbered((i) => `u${i}: 1`, length / 2, ", ")} }\n`,
  "unknown keys": (length) => yamlHead + numbered((i) => `u${i}: 1\n`, length),
  "instances of a wrong type": (length) => `${yamlHead}instances:\n${numbered((i) => `  i-${i}: ${i}\n`, length)}`,
  "windows without anything": (length) => `${yamlHead}windows:\n${numbered((i) => `  w-${i}: {}\n`, length)}`,
  "a flow list": (length) => `a: [${filled("1, ", length)}1]\n`,
  "commas alone": (length) => `{${filled(",", length)}}`,
  "wrong escapes": (length) => numbered((i) => `- "${i}${"\\q".repeat(3_000)}"\n`, length),
  "a flow map": (length) => `{${filled("a: 1, ", length)}}`,
  "deep flow": (length) => filled("[", length),
  "deep lists": (length) => filled("- ", length),
  "deep and closed, many times": (length) => `[${filled("[[[[[[[[1]]]]]]]],", length)}]`,
  "growing indentation": (length) => numbered((i) => `${" ".repeat(i % 30)}a:\n`, length),
  comments: (length) => `${filled("#\n", length)}a: 1\n`,
  "comments in a flow list": (length) => `a: [\n${filled("# c\n", length)}1]\n`,
  "a literal block": (length) => `a: |\n${filled("  x\n", length)}`,
  "a block of blank lines": (length) => `a: |+\n${filled("\n", length)}  x\n`,
  "a plain text of many lines": (length) => `a: b\n${filled(" c\n", length)}`,
  "a text that is never closed": (length) => `a: "${filled("b ", length)}`,
  anchors: (length) => filled("- &a 1\n", length),
  aliases: (length) => `- &a 1\n${filled("- *a\n", length)}`,
  "aliases of aliases": (length) => `- &a0 [x]\n${numbered((i) => `- &a${i + 1} [*a${i}, *a${i}, *a${i}]\n`, length)}`,
  tags: (length) => filled("- !!str a\n", length),
  "merge keys": (length) => filled("<<: { a: 1 }\n", length),
  "many documents": (length) => filled("---\na\n", length),
  directives: (length) => filled("%a\n", length),
  "brackets that are never closed": (length) => filled("a: [\n", length),
  tabs: (length) => `a:\n${filled("\t- b\n", length)}`,
};

export const hostileShapes: Readonly<Record<Syntax, Readonly<Record<string, HostileShape>>>> = { json, yaml };
