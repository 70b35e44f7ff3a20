import assert from "node:assert/strict";
import { test } from "node:test";
import { renderPage } from "./build-docs.ts";

const page = (markdown: string) => renderPage(markdown, new Set(["edges.md", "README.md"]));
const body = (markdown: string) => /<main>\n(.*)<\/main>/s.exec(page(markdown))?.[1]?.trim() ?? "";

test("a link between pages leads to the server's page, and a link that the server cannot follow is text", () => {
  for (const [markdown, html] of [
    ["[edges](edges.md)", '<a href="/docs/edges">edges</a>'],
    ["[`a`](edges.md#a-b_c)", '<a href="/docs/edges#a-b_c"><code>a</code></a>'],
    ["[here](#status)", '<a href="#status">here</a>'],
    ["<https://example.com/a?b=1&c>", '<a href="https://example.com/a?b=1&amp;c">https://example.com/a?b=1&amp;c</a>'],
    ["[alerts](../ops/alerts.yaml)", "alerts"],
    ["[other](secret.md)", "other"],
    ["[up](../README.md)", "up"],
    ["[run](javascript:alert)", "run"],
    ["[run](vbscript:a#b)", "run"],
    ["[data](data:text/html,x)", "data"],
    ["![The gate](pictures/gate.png)", "<em>The gate</em>"],
  ])
    assert.equal(body(markdown ?? ""), `<p>${html}</p>`);
});

test("HTML in a page is left out, and code is shown as it is", () => {
  assert.equal(body("a <b onclick=x>bold</b> <script>alert(1)</script>"), "<p>a bold alert(1)</p>");
  assert.equal(body("<!-- metrics -->\n\n<script>\nalert(1)\n</script>"), "");
  assert.equal(
    body('```html"><script>\n<b>&amp;"\n```'),
    '<pre><code class="language-html&quot;&gt;&lt;script&gt;">&lt;b&gt;&amp;amp;&quot;\n</code></pre>',
  );
  assert.equal(body('![" onerror="x](a.png)'), "<p><em>&quot; onerror=&quot;x</em></p>");
});

test("headings have the anchors of forges, and a page lists its sections", () => {
  const html = page("# Edges & `/status`\n\nText.\n\n## A token's end\n\n### DrawbridgeDown\n\n## A token's end\n");
  assert.deepEqual(
    [...html.matchAll(/<h\d id="([^"]*)"/g)].map(([, id]) => id),
    ["edges--status", "a-tokens-end", "drawbridgedown", "a-tokens-end-1"],
  );
  assert.match(html, /<title>Edges &amp; \/status – Drawbridge<\/title>/);
  assert.match(
    html,
    /<\/h1>\n<nav [^>]*><ul><li><a href="#a-tokens-end">A token&#39;s end<\/a><\/li><li><a href="#a-tokens-end-1">/,
  );
  assert.doesNotMatch(page("# One\n\n## Section\n"), /<nav/);
});

test("each cell of a table names its column, so that a narrow screen can stack them", () => {
  assert.match(
    body('| a "b" | `c` |\n|---|---|\n| `x` | <i>1</i> |'),
    /^<div class="wide"[^>]*><table>\n<tr><th>.*<\/tr>\n<tr><td data-head="a &quot;b&quot;"><code>x<\/code><\/td><td data-head="c">1<\/td><\/tr>\n<\/table><\/div>$/,
  );
});
