import assert from "node:assert/strict";
import { test } from "node:test";
import { type Places, renderMarkdown } from "./markdown.ts";

const pages = ["index", "edges", "reference/log"];
const places: Places = {
  address: "operations",
  link: (address) => (pages.includes(address) ? `./${address}` : null),
  repositoryFile: (path) => `https://example.com/${path}`,
  picture: (path) => ({ src: `copied/${path}`, size: ' width="1" height="2"' }),
};
const body = (markdown: string) => renderMarkdown(markdown, places).html.trim();

test("a link between pages leads to the page, one to another file leads to the repository, and any other is text", () => {
  for (const [markdown, html] of [
    ["[edges](edges.md)", '<a href="./edges">edges</a>'],
    ["[`a`](edges.md#a-b_c)", '<a href="./edges#a-b_c"><code>a</code></a>'],
    ["[log](reference/log.md#x)", '<a href="./reference/log#x">log</a>'],
    ["[log](/docs/reference/log)", '<a href="./reference/log">log</a>'],
    ["[here](#status)", '<a href="#status">here</a>'],
    ["<https://example.com/a?b=1&c>", '<a href="https://example.com/a?b=1&amp;c">https://example.com/a?b=1&amp;c</a>'],
    ["[alerts](../ops/alerts.yaml)", '<a href="https://example.com/ops/alerts.yaml">alerts</a>'],
    ["[up](../README.md#a)", '<a href="https://example.com/README.md#a">up</a>'],
    ["[run](javascript:alert)", "run"],
    ["[run](vbscript:a#b)", "run"],
    ["[data](data:text/html,x)", "data"],
  ])
    assert.equal(body(markdown ?? ""), `<p>${html}</p>`);
});

test("HTML in a page is left out, and code is shown as it is", () => {
  assert.equal(body("a <b onclick=x>bold</b> <script>alert(1)</script>"), "<p>a bold alert(1)</p>");
  assert.equal(body("<!-- metrics -->\n\n<script>\nalert(1)\n</script>"), "");
  assert.equal(body('```html"><script>\n<b>&amp;"\n```'), "<pre><code>&lt;b&gt;&amp;amp;&quot;\n</code></pre>");
  assert.match(
    body("```html\n<b>&amp;</b>\n```"),
    /^<pre><code><span class="hljs-tag">&lt;<span class="hljs-name">b<\/span>&gt;<\/span><span class="hljs-symbol">&amp;amp;<\/span>/,
  );
  assert.match(
    body('![" onerror="x](a.png)'),
    /<img src="copied\/docs\/a.png" alt="&quot; onerror=&quot;x" width="1" height="2" loading="lazy">/,
  );
});

test("headings have the anchors of forges", () => {
  const { headings } = renderMarkdown(
    "# Edges & `/status`\n\n## A token's end\n\n### DrawbridgeDown\n\n## A token's end\n",
    places,
  );
  assert.deepEqual(
    headings.map(({ id }) => id),
    ["edges--status", "a-tokens-end", "drawbridgedown", "a-tokens-end-1"],
  );
});

test("each cell of a table names its column, so that a narrow screen can stack them", () => {
  assert.match(
    body('| a "b" | `c` |\n|---|---|\n| `x` | <i>1</i> |'),
    /^<div class="wide"[^>]*><table>\n<tr><th>.*<\/th><\/tr>\n<tr><td><code>x<\/code><\/td><td data-head="c">1<\/td><\/tr>\n<\/table><\/div>$/,
  );
  assert.match(body("| | b |\n|---|---|\n| x | 1 |"), /<table>\n<tr><td><\/td><th>b<\/th><\/tr>/);
});

test("a tab begins with bold text alone, and the text around the tabs stays in order", () => {
  const html = body("One.\n\n<!-- tabs -->\n**CLI**\n\nTwo **bold**.\n\n**API**\n\n1. Three\n\n<!-- end tabs -->\n\n## Four\n");
  assert.equal(
    html.replaceAll("\n", ""),
    '<p>One.</p><div class="tabs"><section class="tab"><p><strong>CLI</strong></p><p>Two <strong>bold</strong>.</p></section>' +
      '<section class="tab"><p><strong>API</strong></p><ol><li>Three</li></ol></section></div><h2 id="four">Four</h2>',
  );
});
