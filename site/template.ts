/** The one template of the site. Without scripts, a page has its text, its navigation, and every tab one below the other. */
import { escapeHtml, type Rendered } from "./markdown.ts";
import { childrenOf, type Documents, type Page } from "./pages.ts";

export interface Frame {
  readonly version: string;
  /** Address of the repository. */
  readonly repository: string;
  readonly documents: Documents;
  /** True on a server, which has the console beside the pages. */
  readonly isServed: boolean;
  /** Href of a page or file. @param from address of the page with the link */
  href(from: string, address: string): string;
}

export function renderPage(page: Page, { html, headings }: Rendered, frame: Frame): string {
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

/** Sections of the page, and their parts where those are few. */
function contents(headings: Rendered["headings"]): string {
  const sections = headings.filter(({ depth }) => depth === 2);
  const all = headings.filter(({ depth }) => depth === 2 || depth === 3);
  const shown = all.length <= 24 ? all : sections;
  if (shown.length < 2) return "";
  const items = shown.map(({ id, html, depth }) => `<li class="depth-${depth}"><a href="#${id}">${html}</a></li>`);
  return `<nav class="contents" aria-label="On this page"><h2>On this page</h2><ul>${items.join("")}</ul></nav>\n`;
}
