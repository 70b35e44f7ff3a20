/** Renders each page of docs/ at build time to a whole HTML document without scripts and inline styles, which servers send as it is. */
import { copyFileSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { parse, Renderer, type Tokens } from "marked";

const root = join(import.meta.dirname, "..");
const { version } = JSON.parse(readFileSync(join(root, "server", "package.json"), "utf8"));

/** @param directory gets a file `NAME.html` for each `docs/NAME.md`, and their style sheet */
export function buildDocs(directory: string): void {
  const names = globSync(["*.md", "reference/*.md"], { cwd: join(root, "docs") });
  mkdirSync(join(directory, "reference"), { recursive: true });
  copyFileSync(join(import.meta.dirname, "docs-pages.css"), join(directory, "pages.css"));
  for (const name of names) {
    const page = renderPage(readFileSync(join(root, "docs", name), "utf8"), new Set(names), dirname(name));
    writeFileSync(join(directory, name.replace(/md$/, "html")), page);
  }
}

/**
 * @param served paths below docs/ of the pages that a link can lead to; links to other files of the repository become text
 * @param directory of the page, below docs/
 */
export function renderPage(markdown: string, served: ReadonlySet<string>, directory = "."): string {
  const renderer = new PageRenderer(served, directory);
  const content = parse(markdown, { renderer, async: false });
  const [title] = renderer.headings;
  const sections = renderer.headings.filter(({ depth }) => depth === 2);
  const contents = sections.map(({ id, html }) => `<li><a href="#${id}">${html}</a></li>`).join("");
  const nav = sections.length > 1 ? `<nav aria-label="On this page"><ul>${contents}</ul></nav>\n` : "";
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title?.html.replaceAll(/<[^>]+>/g, "")} – Drawbridge</title>
<link rel="icon" type="image/svg+xml" href="/docs/icon.svg">
<link rel="stylesheet" href="/docs/pages.css">
<header><a href="/docs">Drawbridge ${version}</a><a href="/openapi.json">OpenAPI document</a><a href="/console/">Console</a></header>
<main>
${content.replace("</h1>\n", `</h1>\n${nav}`)}</main>
</html>
`;
}

class PageRenderer extends Renderer {
  readonly headings: { readonly id: string; readonly html: string; readonly depth: number }[] = [];
  readonly #served: ReadonlySet<string>;
  readonly #directory: string;

  constructor(served: ReadonlySet<string>, directory: string) {
    super();
    this.#served = served;
    this.#directory = directory;
  }

  override heading({ tokens, depth, text }: Tokens.Heading): string {
    const html = this.parser.parseInline(tokens);
    const id = this.#anchorOf(text);
    this.headings.push({ id, html, depth });
    return `<h${depth} id="${id}">${html}</h${depth}>\n`;
  }

  override link({ href, tokens }: Tokens.Link): string {
    const text = this.parser.parseInline(tokens);
    const [, path, anchor = ""] = /^([\w./-]+\.md)?(#[\w-]+)?$/.exec(href) ?? [];
    const file = path && posix.join(this.#directory, path);
    if (file !== undefined && this.#served.has(file)) return `<a href="/docs/${file.slice(0, -3)}${anchor}">${text}</a>`;
    const isOwn = file === undefined && anchor !== "";
    return isOwn || /^https?:\/\/[^"<>\s]+$/.test(href) ? `<a href="${escaped(href)}">${text}</a>` : text;
  }

  /** Its description: the pictures would add 2 MB to the program. */
  override image({ text }: Tokens.Image): string {
    return `<em>${escaped(text)}</em>`;
  }

  override html(): string {
    return "";
  }

  /** Cells carry the head of their column, which the style sheet shows where a narrow screen stacks them. */
  override table({ header, rows }: Tokens.Table): string {
    const cells = (row: Tokens.TableCell[]) => row.map(({ tokens }) => this.parser.parseInline(tokens));
    const body = rows.map((row) =>
      cells(row).map((cell, i) => `<td data-head="${escaped(header[i]?.text.replaceAll("`", "") ?? "")}">${cell}</td>`),
    );
    const lines = [cells(header).map((cell) => `<th>${cell}</th>`), ...body].map((line) => `<tr>${line.join("")}</tr>\n`);
    return `<div class="wide" role="group" aria-label="Table" tabindex="0"><table>\n${lines.join("")}</table></div>\n`;
  }

  /** As forges make it, so that one anchor works in both. */
  #anchorOf(title: string): string {
    const anchor = title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-");
    const same = this.headings.filter(({ id }) => id.replace(/-\d+$/, "") === anchor).length;
    return same === 0 ? anchor : `${anchor}-${same}`;
  }
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
