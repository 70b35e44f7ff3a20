/** The documents for language models (https://llmstxt.org): `llms.txt` names every page, `llms-full.txt` is all of them. */
import type { Documents } from "./pages.ts";

/** Begins with the page for agents, so that one file is enough to set Drawbridge up. @param link returns the URL of a page */
export function llmsIndex({ all, groups }: Documents, link: (address: string) => string): string {
  const sections = groups.map(({ title, pages }) => {
    const lines = pages.map((page) => `- [${page.title}](${link(page.address)}): ${page.job}`);
    return `## ${title}\n\n${lines.join("\n")}\n`;
  });
  const agents = (all.get("agents")?.markdown ?? "").replace(/^# .*\n+.*\n+/, "");
  const linked = agents.replaceAll(/\]\(([\w/-]+)\.md/g, (_, address: string) => `](${link(address)}`);
  return `# Drawbridge\n\n> Decides for apps whether a version may run and whether the back end is in maintenance.\n\n${linked}\n${sections.join("\n")}`;
}

export function llmsFull({ groups }: Documents): string {
  return groups.flatMap(({ pages }) => pages.map(({ markdown }) => markdown)).join("\n");
}
