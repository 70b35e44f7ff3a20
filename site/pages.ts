import { readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";

export const root = join(import.meta.dirname, "..");

export interface Page {
  /** Below docs/: `reference/problems`; the first page is `index`. */
  readonly address: string;
  readonly title: string;
  readonly job: string;
  readonly markdown: string;
}

export interface Group {
  readonly title: string;
  readonly pages: readonly Page[];
}

export interface Documents {
  readonly all: ReadonlyMap<string, Page>;
  readonly groups: readonly Group[];
}

/** @param more pages that have no file; the group Reference gets the first */
export function readDocuments(more: readonly [Page, ...Page[]]): Documents {
  const files = readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
    .map((file) => file.split(sep).join("/"))
    // Single decisions are for the developers of Drawbridge, who have the repository.
    .filter((file) => file.endsWith(".md") && !/^decisions\/\d/.test(file))
    .sort();
  const index = readFileSync(join(root, "docs", "README.md"), "utf8");
  const jobs = new Map([...index.matchAll(listed)].map(([, file, job = ""]) => [file, job]));
  const all = new Map(
    [...files.map((file) => readPage(file, jobs.get(file) ?? "")), ...more].map((page) => [page.address, page]),
  );
  const groups = index
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const title = section.slice(0, section.indexOf("\n"));
      const pages = [...section.matchAll(listed)].flatMap(([, file = ""]) => all.get(addressOf(file)) ?? []);
      return { title, pages: title === "Reference" ? [...pages, more[0]] : pages };
    });
  return { all, groups };
}

/** The nouns of the command line, the chapters of the API. */
export function childrenOf({ address }: Page, { all }: Documents): readonly Page[] {
  const isAbove = address.startsWith("reference/");
  return isAbove ? [...all.values()].filter((page) => page.address.startsWith(`${address}-`)) : [];
}

const listed = /^- \[[^\]]+\]\(([\w/-]+\.md)\): (.+)$/gm;

/** `decisions/README.md` is the page `decisions`. */
export function addressOf(file: string): string {
  return file === "README.md" ? "index" : file.replace(/(?:\/README)?\.md$/, "");
}

function readPage(file: string, job: string): Page {
  const markdown = readFileSync(join(root, "docs", file), "utf8");
  return { address: addressOf(file), title: /^# (.+)$/m.exec(markdown)?.[1]?.replaceAll("`", "") ?? file, job, markdown };
}
