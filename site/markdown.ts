/** Markdown of the documents as HTML that runs nothing: no script, no style, no HTML of the document's own. */
import { posix } from "node:path";
import hljs from "highlight.js";
import { lexer, Parser, Renderer, type Token, type Tokens } from "marked";
import { addressOf } from "./pages.ts";

export interface Heading {
  readonly id: string;
  readonly html: string;
  readonly text: string;
  readonly depth: number;
}

export interface Places {
  /** Address of the page that is rendered. */
  readonly address: string;
  /** Href of another page, or null where there is none. @param to as the document has it, relative to its file */
  link(address: string): string | null;
  /** Links to a file of the repository. @param path from its root */
  repositoryFile(path: string): string;
  /** Copies the picture beside the pages. @param path from the root of the repository */
  picture(path: string): { readonly src: string; readonly size: string };
}

export interface Rendered {
  readonly html: string;
  readonly headings: readonly Heading[];
}

export function renderMarkdown(markdown: string, places: Places): Rendered {
  const renderer = new PageRenderer(places);
  const print = (tokens: Token[]) => Parser.parse(tokens, { renderer });
  let html = "";
  let plain: Token[] = [];
  let tabs: Token[] | null = null;
  for (const token of lexer(markdown)) {
    if (isComment(token, "tabs")) {
      html += print(plain);
      plain = [];
      tabs = [];
    } else if (tabs && isComment(token, "end tabs")) {
      html += `<div class="tabs">\n${splitTabs(tabs)
        .map((tab) => `<section class="tab">\n${print(tab)}</section>\n`)
        .join("")}</div>\n`;
      tabs = null;
    } else (tabs ?? plain).push(token);
  }
  return { html: html + print([...(tabs ?? []), ...plain]), headings: renderer.headings };
}

function isComment(token: Token, text: string): boolean {
  return token.type === "html" && token.raw.trim() === `<!-- ${text} -->`;
}

/** A tab begins with a paragraph that is bold text alone. */
function splitTabs(tokens: readonly Token[]): Token[][] {
  const tabs: Token[][] = [];
  for (const token of tokens) {
    const isLabel = token.type === "paragraph" && token.tokens?.length === 1 && token.tokens[0]?.type === "strong";
    if (isLabel) tabs.push([token]);
    else tabs.at(-1)?.push(token);
  }
  return tabs;
}

class PageRenderer extends Renderer {
  readonly headings: Heading[] = [];
  readonly #places: Places;

  constructor(places: Places) {
    super();
    this.#places = places;
  }

  override heading({ tokens, depth, text }: Tokens.Heading): string {
    const html = this.parser.parseInline(tokens);
    const id = this.#anchorOf(text);
    this.headings.push({ id, html: html.replaceAll(/<\/?a\b[^>]*>/g, ""), text: text.replaceAll("`", ""), depth });
    return `<h${depth} id="${id}">${html}</h${depth}>\n`;
  }

  override link({ href, tokens }: Tokens.Link): string {
    const text = this.parser.parseInline(tokens);
    const to = /^https?:\/\/[^"<>\s]+$/.test(href) ? href : this.#hrefOf(href);
    return to === null ? text : `<a href="${escapeHtml(to)}">${text}</a>`;
  }

  override image({ href, text }: Tokens.Image): string {
    const { src, size } = this.#places.picture(this.#pathOf(href));
    return `<a class="picture" href="${src}"><img src="${src}" alt="${escapeHtml(text)}"${size} loading="lazy"></a>`;
  }

  override html(): string {
    return "";
  }

  override code({ text, lang = "" }: Tokens.Code): string {
    const language = hljs.getLanguage(lang) && lang;
    const code = language ? hljs.highlight(text, { language, ignoreIllegals: true }).value : escapeHtml(text);
    return `<pre><code>${code}\n</code></pre>\n`;
  }

  /** Cells carry the head of their column, which the style sheet shows where a narrow screen stacks them. */
  override table({ header, rows }: Tokens.Table): string {
    const cells = (row: Tokens.TableCell[]) => row.map(({ tokens }) => this.parser.parseInline(tokens));
    const body = rows.map((row) =>
      cells(row).map((cell, i) => `<td data-head="${escapeHtml(header[i]?.text.replaceAll("`", "") ?? "")}">${cell}</td>`),
    );
    const lines = [cells(header).map((cell) => `<th>${cell}</th>`), ...body].map((line) => `<tr>${line.join("")}</tr>\n`);
    return `<div class="wide" role="group" aria-label="Table" tabindex="0"><table>\n${lines.join("")}</table></div>\n`;
  }

  /** From the root of the repository. */
  #pathOf(href: string): string {
    const { address } = this.#places;
    return posix.join("docs", address === "decisions" ? address : posix.dirname(address), href);
  }

  #hrefOf(href: string): string | null {
    const [, path = "", anchor = ""] = /^(\/docs\/[\w/-]*|[\w./-]*)(#[\w-]+)?$/.exec(href) ?? [];
    if (path === "") return anchor === "" ? null : anchor;
    const file = path.startsWith("/docs/") ? `${path.slice(1)}.md` : this.#pathOf(path);
    const page = file.startsWith("docs/") && file.endsWith(".md") ? this.#places.link(addressOf(file.slice(5))) : null;
    return page === null ? this.#places.repositoryFile(file) + anchor : page + anchor;
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

export function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}
