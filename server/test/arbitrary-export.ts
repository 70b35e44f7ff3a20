/** Manifests in exported form, with texts that YAML readers misread, refuse or change. */
import fc from "fast-check";

/** Scalars, indicators, blanks and line breaks of YAML 1.1 and 1.2, and of readers that know neither well. */
export const oddText = fc.constantFrom(
  ..."|y|n|Y|N|yes|No|ON|off|true|False|null|Null|~|=|<<|.inf|-.INF|.nan|NaN|1|-1|+1|007|0o7|0x1F|0b1|1_000|1e3|1.5|.5|2.10".split(
    "|",
  ),
  ..."1:30|12:30:45|190:20:30|2026-12-06|2026-12-06T02:00|2026-12-06 02:00:00 +1|---|...|--- a|%YAML|-|- a|?|? a|:|: a|a:|a: b".split(
    "|",
  ),
  ..."Jetzt?|Why not? Yes!|a #b|#a|&a|*a|!a|!!str 1|@a|`a|>|'a'|\"a\"|{a}|[a]|a, b|}|]|,|a\\b|\\|\\n|$HOME|{end_time}|{{".split(
    "|",
  ),
  ...[
    "",
    " ",
    "  a",
    "a  ",
    "\t",
    "a\tb",
    "\ta",
    "a\n",
    "\na",
    "a\n\n b",
    "a\r\nb",
    "\r",
    "a: |\n  b",
    "|",
    "a |",
    "x".repeat(2_000),
  ],
  ...[
    "\u0000",
    "\u0007",
    "\u001b[31m",
    "\u007f",
    "\u0080",
    "\u0085",
    "a\u0085b",
    "\u00a0",
    " \u00a0 ",
    "\u00ad",
    "\u200b",
    "\u200d",
  ],
  ...[
    "\u2028",
    "a\u2028b",
    "\u2029",
    " \u2029 ",
    "\ufeff",
    "\ufeffa",
    "\ufffe",
    "\uffff",
    "\u{1fffe}",
    "\u{10ffff}",
    "ä",
    "日本",
    "👩‍👩‍👧",
    "\u{e0067}",
  ],
  `${"word ".repeat(400)}?`,
  "__proto__",
  "constructor",
);

const text = fc
  .oneof(
    oddText,
    fc.string({ unit: "binary", maxLength: 40 }),
    fc.string({ unit: "grapheme", maxLength: 200 }),
    fc.tuple(oddText, oddText).map(([a, b]) => `${a} ${b}`),
  )
  .filter((value) => value.isWellFormed());

/** Without `__proto__`: a JavaScript object cannot hold it as a key. */
const id = text.filter((value) => value !== "" && value !== "__proto__" && value.length <= 128);
const language = fc.constantFrom("en", "de", "no", "nb", "y", "on", "zh-Hant", "pt-BR", "null", "en-001");
const texts = fc.dictionary(language, text, { minKeys: 1, maxKeys: 4, noNullPrototype: true });
const versions = fc.array(fc.constantFrom("2.10", "2.*", ">=2.5.3 <2.5.5", "2.4.0-rc.1+7", "0", "1e3", "=1", "<2"), {
  maxLength: 20,
});

const policy = fc.record(
  {
    minimum: fc.constantFrom("2.10", "2", "02.4", "1e3", "v2"),
    recommended: fc.constantFrom("3.1"),
    blocked: versions,
    exempt: versions,
    store: fc.constantFrom("android", "apple", "none"),
    stores: fc.record({ android: text, apple: text }, { requiredKeys: [], noNullPrototype: true }),
  },
  { requiredKeys: [], noNullPrototype: true },
);

const window = fc.record(
  {
    platforms: fc.array(fc.constantFrom("ios", "y", "no-1", "on")),
    instances: fc.array(id, { maxLength: 5 }),
    start: fc.constantFrom("2026-12-06T02:00", "2026-02-28T23:59"),
    zone: fc.constantFrom("Europe/Rome", "Etc/GMT+1", "UTC"),
    duration: fc.constantFrom("PT2H", "P1D"),
    overrun: fc.constantFrom("end", "hold"),
    repeat: fc.constantFrom("FREQ=WEEKLY;BYDAY=MO,TU", "FREQ=DAILY"),
    except: fc.array(fc.constantFrom("2026-12-06", "2027-01-01")),
    message: texts,
  },
  { requiredKeys: ["start"], noNullPrototype: true },
);

export const exportedDocument: fc.Arbitrary<Record<string, unknown>> = fc.record(
  {
    apiVersion: fc.constant("drawbridge/v1"),
    project: fc.constantFrom("acme", "1", "no", "0x1f", "2026-12-06", "-"),
    name: text,
    languages: fc.array(language, { minLength: 1, maxLength: 5 }),
    ttl: fc.constant("PT30S"),
    no_window: fc.constantFrom("epoch", null),
    stores: fc.record({ android: text, apple: text }, { noNullPrototype: true }),
    messages: fc.record({ upgrade: texts, maintenance: texts, default: texts }, { requiredKeys: [], noNullPrototype: true }),
    platforms: fc.dictionary(fc.constantFrom("ios", "y", "no", "on", "n-1"), policy, { noNullPrototype: true }),
    instances: fc.dictionary(
      id,
      fc.record({ name: fc.oneof(text, texts), reminder: fc.constant("PT24H") }, { noNullPrototype: true }),
      {
        maxKeys: 6,
        noNullPrototype: true,
      },
    ),
    windows: fc.dictionary(fc.constantFrom("w", "1", "no", "2026-12-06", "-", "1e3"), window, { noNullPrototype: true }),
  },
  { noNullPrototype: true },
);
