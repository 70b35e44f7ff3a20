/** The HTML runs nothing: no script, no style, no HTML of the document's own. */
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
  readonly address: string;
  /** @param address as the document has it, relative to its file */
  link(address: string): string | null;
  repositoryFile(path: string): string;
  /** @param path from the root of the repository */
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
  let block: { readonly name: keyof typeof blocks; readonly tokens: Token[] } | null = null;
  for (const token of lexer(markdown)) {
    const comment = token.type === "html" ? token.raw.trim().replace(/^<!-- (.*) -->$/, "$1") : "";
    if (isBlock(comment)) {
      html += print(plain);
      plain = [];
      block = { name: comment, tokens: [] };
    } else if (block && comment === `end ${block.name}`) {
      html += blocks[block.name](block.tokens, print);
      block = null;
    } else (block?.tokens ?? plain).push(token);
  }
  return { html: html + print([...(block?.tokens ?? []), ...plain]), headings: renderer.headings };
}

type Print = (tokens: Token[]) => string;

/** Blocks between two comments, `<!-- NAME -->` and `<!-- end NAME -->`. */
const blocks = {
  /** A tab begins with a paragraph that is bold text alone. */
  tabs: (tokens: readonly Token[], print: Print) => {
    const tabs = splitBefore(tokens, (token) => {
      return token.type === "paragraph" && token.tokens?.length === 1 && token.tokens[0]?.type === "strong";
    });
    return `<div class="tabs">\n${tabs.map((tab) => `<section class="tab">\n${print(tab)}</section>\n`).join("")}</div>\n`;
  },
  /** Its example stands beside it, after `<!-- example -->`. */
  operation: (tokens: readonly Token[], print: Print) => {
    const [text = [], example = []] = splitBefore(tokens, ({ raw }, i) => i === 0 || raw.trim() === "<!-- example -->");
    return `<div class="operation">\n<div>\n${print(text)}</div>\n<div class="example">\n${print(example)}</div>\n</div>\n`;
  },
};

function isBlock(comment: string): comment is keyof typeof blocks {
  return Object.hasOwn(blocks, comment);
}

function splitBefore(tokens: readonly Token[], isStart: (token: Token, index: number) => boolean): Token[][] {
  const parts: Token[][] = [];
  for (const [index, token] of tokens.entries()) {
    if (isStart(token, index)) parts.push([]);
    parts.at(-1)?.push(token);
  }
  return parts;
}

class PageRenderer extends Renderer {
  readonly headings: Heading[] = [];
  readonly #places: Places;

  constructor(places: Places) {
    super();
    this.#places = places;
  }

  override heading({ tokens, depth, text }: Tokens.Heading): string {
    // Pages without a file can give an anchor: `## Title {#anchor}`.
    const [marker, anchor] = / \{#([\w-]+)\}$/.exec(text) ?? [""];
    const html = this.parser.parseInline(tokens).slice(0, marker === "" ? undefined : -marker.length);
    const id = anchor ?? this.#anchorOf(text);
    this.headings.push({
      id,
      html: html.replaceAll(/<\/?a\b[^>]*>/g, ""),
      text: text.slice(0, text.length - marker.length).replaceAll("`", ""),
      depth,
    });
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

  /** The style sheet shows the head of a column where a narrow screen stacks the cells. */
  override table({ header, rows }: Tokens.Table): string {
    const cells = (row: Tokens.TableCell[]) => row.map(({ tokens }) => this.parser.parseInline(tokens));
    const body = rows.map((row) =>
      cells(row).map((cell, i) =>
        i === 0 ? `<td>${cell}</td>` : `<td data-head="${escapeHtml(header[i]?.text.replaceAll("`", "") ?? "")}">${cell}</td>`,
      ),
    );
    const lines = [cells(header).map((cell) => (cell === "" ? "<td></td>" : `<th>${cell}</th>`)), ...body].map(
      (line) => `<tr>${line.join("")}</tr>\n`,
    );
    return `<div class="wide" role="group" aria-label="Table" tabindex="0"><table>\n${lines.join("")}</table></div>\n`;
  }

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
