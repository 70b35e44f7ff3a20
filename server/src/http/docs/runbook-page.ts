/** The runbook as a page that alerts link to: headings with anchors, and the text between them as Markdown source. */

/** @param markdown of docs/operations.md */
export function runbookPage(markdown: string): string {
  const parts: string[] = [];
  let text: string[] = [];
  let isCode = false;
  const flush = () => {
    const held = text.join("\n").trim();
    if (held !== "") parts.push(`<pre>${escaped(held)}</pre>`);
    text = [];
  };
  for (const line of markdown.split("\n")) {
    if (line.startsWith("```")) isCode = !isCode;
    const [, marks = "", title = ""] = (!isCode && /^(#{1,4}) (.+)$/.exec(line)) || [];
    if (marks === "") {
      text.push(line);
      continue;
    }
    flush();
    parts.push(`<h${marks.length} id="${anchorOf(title)}">${escaped(title)}</h${marks.length}>`);
  }
  flush();
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Drawbridge: operations</title>
<link rel="icon" type="image/png" href="/docs/icon.png">
<link rel="stylesheet" href="/docs/docs.css">
<main class="runbook">
${parts.join("\n")}
</main>
`;
}

/** As forges make it, so that one anchor works in both. */
function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
