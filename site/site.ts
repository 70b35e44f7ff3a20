/** Writes docs/ as HTML, for the server's `/docs/` or for another web server: `npm run site [-- --to DIRECTORY]`. */
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, posix } from "node:path";
import { parseArgs } from "node:util";
import { apiPages } from "./api-pages.ts";
import { type Index, wordsOf } from "./assets/search.js";
import { escapeHtml, type Heading, type Places, type Rendered, renderMarkdown } from "./markdown.ts";
import { childrenOf, type Documents, type Page, readDocuments, root } from "./pages.ts";

const font = join(root, "node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2");
const notFound: Page = {
  address: "404",
  title: "Page not found",
  job: "",
  markdown: "# Page not found\n\nThere is no page at this address. The search and the menu have all of them.\n",
};

/** @param isServed whether the server sends them at `/docs/`, where the address of a page has no `.html` */
export function buildSite(directory: string, isServed: boolean): void {
  const { version } = JSON.parse(readFileSync(join(root, "server", "package.json"), "utf8"));
  const { repository } = JSON.parse(readFileSync(join(root, "release", "names.json"), "utf8"));
  const documents = readDocuments(apiPages());
  const write = (name: string, content: string) => {
    mkdirSync(dirname(join(directory, name)), { recursive: true });
    writeFileSync(join(directory, name), content);
  };
  const href = (from: string, address: string) => {
    const file = address === "index" ? "" : address.includes(".") || isServed ? address : `${address}.html`;
    // The page for unknown addresses is shown at any depth.
    if (from === "404") return `${isServed ? "/docs" : ""}/${file}`;
    const to = posix.relative(posix.dirname(from), file === "" ? "." : file);
    return file !== "" ? to : to === "" ? "./" : `${to}/`;
  };
  const frame: Frame = { version, repository, documents, isServed, href };
  const sections = [...documents.all.values(), notFound].map((page) => {
    const places: Places = {
      address: page.address,
      link: (address) => (documents.all.has(address) ? href(page.address, address) : null),
      repositoryFile: (path) => `${repository}/blob/v${version}/${path}`,
      picture: (path) => {
        const name = `pictures/${basename(path)}`;
        mkdirSync(join(directory, "pictures"), { recursive: true });
        copyFileSync(join(root, path), join(directory, name));
        return { src: href(page.address, name), size: pictureSize(readFileSync(join(root, path))) };
      },
    };
    const rendered = renderMarkdown(page.markdown, places);
    write(`${page.address}.html`, renderPage(page, rendered, frame));
    return { page, headings: rendered.headings };
  });
  write("search.json", JSON.stringify(searchIndex(sections.filter(({ page }) => page !== notFound))));
  write(
    "llms.txt",
    llmsIndex(documents, (address) => (isServed ? `/docs/${address}` : `${address}.html`)),
  );
  write("llms-full.txt", documents.groups.flatMap(({ pages }) => pages.map(({ markdown }) => markdown)).join("\n"));
  for (const name of ["site.css", "site.js", "search.js"])
    copyFileSync(join(import.meta.dirname, "assets", name), join(directory, name));
  copyFileSync(join(root, "ui", "public", "icon.svg"), join(directory, "icon.svg"));
  copyFileSync(font, join(directory, "inter.woff2"));
}

/** Begins with the page for agents, so that one file is enough to set Drawbridge up. */
function llmsIndex({ all, groups }: Documents, link: (address: string) => string): string {
  const sections = groups.map(({ title, pages }) => {
    const lines = pages.map((page) => `- [${page.title}](${link(page.address)}): ${page.job}`);
    return `## ${title}\n\n${lines.join("\n")}\n`;
  });
  const agents = (all.get("agents")?.markdown ?? "").replace(/^# .*\n+.*\n+/, "");
  const linked = agents.replaceAll(/\]\(([\w/-]+)\.md/g, (_, address: string) => `](${link(address)}`);
  return `# Drawbridge\n\n> Decides for apps whether a version may run and whether the back end is in maintenance.\n\n${linked}\n${sections.join("\n")}`;
}

/** Text below a picture does not move when it arrives. None for other formats than WebP and PNG. */
function pictureSize(bytes: Buffer): string {
  const at = (width: number, height: number) => ` width="${width}" height="${height}"`;
  if (bytes.toString("latin1", 12, 16) === "IHDR") return at(bytes.readUInt32BE(16), bytes.readUInt32BE(20));
  const format = bytes.toString("latin1", 8, 16);
  if (format === "WEBPVP8 ") return at(bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff);
  if (format === "WEBPVP8X") return at(bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1);
  return "";
}

function searchIndex(pages: readonly { readonly page: Page; readonly headings: readonly Heading[] }[]): Index {
  const sections = pages.flatMap(({ page, headings }, number) => {
    const isApi = page.address.startsWith("reference/api-");
    const bodies = splitSections(page.markdown);
    return headings.map(({ id, text, depth }, i): Index["sections"][number] => [
      number,
      depth === 1 ? "" : id,
      text,
      // Members and examples of the API would be a third of the index.
      [...new Set(wordsOf((bodies[i + 1] ?? "").slice(0, isApi ? 300 : undefined)))].join(" "),
    ]);
  });
  return { pages: pages.map(({ page }) => [page.address, page.title, page.job]), sections };
}

/** A comment of a shell block begins like a heading. */
function splitSections(markdown: string): readonly string[] {
  const bodies = [""];
  let isCode = false;
  for (const line of markdown.split("\n")) {
    if (/^ *```/.test(line)) isCode = !isCode;
    if (!isCode && /^#{1,6} /.test(line)) bodies.push("");
    else bodies.push(`${bodies.pop()}\n${line}`);
  }
  return bodies;
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { to: { type: "string", default: join(import.meta.dirname, "dist") } } });
  rmSync(values.to, { recursive: true, force: true });
  buildSite(values.to, false);
}

interface Frame {
  readonly version: string;
  readonly repository: string;
  readonly documents: Documents;
  /** The server has the console beside the pages. */
  readonly isServed: boolean;
  /** @param from address of the page with the link */
  href(from: string, address: string): string;
}

function renderPage(page: Page, { html, headings }: Rendered, frame: Frame): string {
  const to = (address: string) => frame.href(page.address, address);
  const ordered = frame.documents.groups
    .flatMap(({ pages }) => pages)
    .flatMap((each) => [each, ...childrenOf(each, frame.documents)]);
  const at = ordered.indexOf(page);
  const [before, next] = [at < 1 ? undefined : ordered[at - 1], at < 0 ? undefined : ordered[at + 1]];
  const beside = (rel: string, other: Page | undefined, word: string) =>
    other ? `<a rel="${rel}" href="${to(other.address)}"><small>${word}</small> ${escapeHtml(other.title)}</a>` : "<span></span>";
  const links = Object.entries({ prev: before, next }).map(([rel, other]) =>
    other ? `<link rel="${rel}" href="${to(other.address)}">\n` : "",
  );
  return `<!doctype html>
<html lang="en"${frame.isServed ? "" : ' data-end=".html"'}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(page.title)} – Drawbridge</title>
<meta name="description" content="${escapeHtml(page.job || page.title)}">
<link rel="icon" type="image/svg+xml" href="${to("icon.svg")}">
<link rel="stylesheet" href="${to("site.css")}">
<link rel="alternate" type="text/plain" title="For agents" href="${to("llms.txt")}">
${links.join("")}<script src="${to("site.js")}"></script>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header>
<button type="button" class="menu" popovertarget="nav">Menu</button>
<a class="brand" href="${to("index")}"><img src="${to("icon.svg")}" alt="" width="24" height="24"> Drawbridge ${frame.version}</a>
<div id="search" role="search"></div>
${frame.isServed ? '<a href="/console/">Console</a>' : `<a href="${frame.repository}">Repository</a>`}
</header>
<div class="columns">
<nav id="nav" popover aria-label="Documents">
${frame.documents.groups.map(({ title, pages }) => `<h2>${escapeHtml(title)}</h2>\n${navList(pages, page, frame)}\n`).join("")}</nav>
<main id="content"${html.includes('class="operation"') ? ' class="wide-page"' : ""}>
${html.replace(/<\/h1>\n(?:<p>.*?<\/p>\n)?/s, (start) => start + contents(headings))}<nav class="beside" aria-label="Next and previous">${beside("prev", before, "Previous")}${beside("next", next, "Next")}</nav>
</main>
</div>
</body>
</html>
`;
}

function navList(pages: readonly Page[], current: Page, { documents, href }: Pick<Frame, "documents" | "href">): string {
  const items = pages.map((page) => {
    const children = childrenOf(page, documents);
    const isInside = children.includes(current);
    const here = page === current ? ' aria-current="page"' : isInside ? ' aria-current="true"' : "";
    const below = isInside || page === current ? navList(children, current, { documents, href }) : "";
    return `<li><a href="${href(current.address, page.address)}"${here}>${escapeHtml(page.title)}</a>${below}</li>`;
  });
  return items.length === 0 ? "" : `<ul>${items.join("")}</ul>`;
}

function contents(headings: Rendered["headings"]): string {
  const sections = headings.filter(({ depth }) => depth === 2);
  const all = headings.filter(({ depth }) => depth === 2 || depth === 3);
  const shown = all.length <= 24 ? all : sections;
  if (shown.length < 2) return "";
  const items = shown.map(({ id, html, depth }) => `<li class="depth-${depth}"><a href="#${id}">${html}</a></li>`);
  return `<nav class="contents" aria-label="On this page"><h2>On this page</h2><ul>${items.join("")}</ul></nav>\n`;
}
