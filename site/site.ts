/**
 * Writes the site, the pages of docs/ as HTML, to a directory: into the build that the server sends at `/docs/`, or for another web
 * server: `npm run site [-- --to DIRECTORY]`.
 */
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, posix } from "node:path";
import { parseArgs } from "node:util";
import { apiPages } from "./api-pages.ts";
import { llmsFull, llmsIndex } from "./llms.ts";
import { type Places, renderMarkdown } from "./markdown.ts";
import { type Page, readDocuments, root } from "./pages.ts";
import { pictureSize } from "./picture-size.ts";
import { searchIndex } from "./search-index.ts";
import { type Frame, renderPage } from "./template.ts";

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
  write("llms-full.txt", llmsFull(documents));
  for (const name of ["site.css", "site.js", "search.js"])
    copyFileSync(join(import.meta.dirname, "assets", name), join(directory, name));
  copyFileSync(join(root, "ui", "public", "icon.svg"), join(directory, "icon.svg"));
  copyFileSync(font, join(directory, "inter.woff2"));
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { to: { type: "string", default: join(import.meta.dirname, "dist") } } });
  rmSync(values.to, { recursive: true, force: true });
  buildSite(values.to, false);
}
