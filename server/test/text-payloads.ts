/** Texts that some program has interpreted: markup, scripts, templates, formulas, other formats, terminals. */

/** Single-line texts without control characters, as any user may write them. */
export const lines: readonly string[] = [
  "<script>alert(1)</script>",
  `"><img src=x onerror=alert(1)>`,
  `<a href="javascript:alert(1)">x</a>`,
  "' onmouseover='alert(1)",
  "</title><h1>x</h1>",
  "]]><script>alert(1)</script>",
  "<!-- x --><!DOCTYPE x [<!ENTITY y SYSTEM 'file:///etc/passwd'>]>&y;",
  "&lt;b&gt; &amp; &#39; &nbsp; &bogus;",
  "<?xml version='1.0'?>",
  "javascript:alert(1)//",
  "=HYPERLINK(1)|'/c calc'!A1",
  `$(id) \`id\` $${"{7*7}"} %s %n {{7*7}} #{7*7}`,
  "'; drop table resources; --",
  "../../etc/passwd",
  "__proto__",
  // YAML syntax.
  "yes: - # ? | > ! & * % @ `",
  "--- x",
  "null",
  "2.10",
  "2026-12-06",
  "!!js/function x",
  "[x, {y: z}]",
  `"x" 'y'`,
  "x # y",
  // iCalendar syntax.
  "a;b,c\\d\\n\\N:e",
  "END:VCALENDAR",
  'X;ALTREP="x":y',
  // Unicode forms.
  "e\u0301 \u00e9 \ufb01 \u1e9e",
  "\u{1f3f0}\u200d\u{1f525} 橋 جسر גשר",
  "z\u0300\u0301\u0302\u0303\u0304\u0305\u0306\u0307",
];

/** Texts refused in names and reasons, because they read as different ones. */
export const hidden: readonly string[] = [
  "\ufeffx",
  "\u202etxt.exe",
  "a\u200bb\u2060c",
  "x\u{e0041}\u{e007f}",
  "pay\u200dpal",
  "\u2067x",
];

/** Characters that are refused in a line: a terminal, a log or a header would interpret them. */
export const controls: readonly string[] = [
  "x\u001b[31mred\u001b[0m",
  "x\u001b]0;title\u0007",
  "x\u009b31m",
  "x\u0007",
  "x\b\b\b",
  "x\u007f",
  "x\ny",
  "x\r\nSet-Cookie: y=z",
  "x\u0000y",
  "x\u2028y",
  "\ud800",
];
