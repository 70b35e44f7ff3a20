import { type ApiEntry, apiIntroduction, apiReference } from "../server/reference/api-reference.ts";
import type { ApiMember } from "../server/reference/api-schema.ts";
import { fence } from "../server/reference/markdown.ts";
import type { Page } from "./pages.ts";

const everywhere = ["401", "429", "500", "503"];

export function apiPages(): readonly [Page, ...Page[]] {
  const chapters = apiReference();
  const list = chapters.map(({ slug, title, job }) => `- [${title}](${slug}.md): ${job}`).join("\n");
  const index = `# HTTP API\n\nLook up a request, with its answer.\n\n${list}\n\nGenerate a client from \`/openapi.json\`, which each server has. The pages leave out ${everywhere.join(", ")}, which every request can get: [Problems](problems.md).\n\n## Every request\n\n${apiIntroduction()}\n`;
  const pages = chapters.map(({ slug, title, job, entries }) => ({
    address: `reference/${slug}`,
    title: `${title} API`.replace("API API", "API"),
    job: "",
    markdown: `# ${title}\n\n${job}\n\n${printEntries(entries)}`,
  }));
  return [{ address: "reference/api", title: "HTTP API", job: "Look up a request, with its answer.", markdown: index }, ...pages];
}

function printEntries(entries: readonly ApiEntry[]): string {
  const shown = new Map<string, string>();
  // An edit often has the members of what it edits: they are listed once.
  const members = (title: string, entry: ApiEntry, rows: readonly ApiMember[]) => {
    const key = JSON.stringify(rows.map(({ name, form, meaning }) => [name, form, meaning]));
    const earlier = rows.length > 3 ? shown.get(key) : undefined;
    if (earlier !== undefined) return `**${title}**: as in ${earlier}.`;
    shown.set(key, `[${entry.title}](#${entry.id})`);
    return table(
      title,
      ["name", "form", "meaning"],
      rows.map((each) => [each.name, each.form, each]),
    );
  };
  return entries.map((entry) => printEntry(entry, members)).join("\n");
}

function printEntry(entry: ApiEntry, members: (title: string, entry: ApiEntry, rows: readonly ApiMember[]) => string): string {
  const { id, method, path, title, description, parameters, body, answers, curl, answer } = entry;
  const parts = [
    `## ${title} {#${id}}`,
    `\`${method} ${path}\``,
    description,
    table(
      "Parameters",
      ["name", "in", "form", "meaning"],
      parameters.map((each) => [each.name, each.in, each.form, each]),
    ),
    members("Body", entry, body),
    `**Answers**\n\n${answers
      .filter(({ status }) => !everywhere.includes(status))
      .map(({ status, description: meaning }) => `- **${status}** ${meaning}`)
      .join("\n")}`,
    members(
      "Members of the answer",
      entry,
      answers.flatMap((each) => each.members.map((member) => ({ ...member, required: false }))),
    ),
  ];
  const printed = answer === null || answer.text === "" ? "" : `:\n\n${fence(answer.language, answer.text)}`;
  const example = [curl && fence("sh", curl), answer && `Answer ${answer.status}${printed}`];
  return ["<!-- operation -->", ...parts, "<!-- example -->", ...example, "<!-- end operation -->\n"]
    .filter(Boolean)
    .join("\n\n");
}

type Cell = string | { readonly required: boolean; readonly meaning: string };

function table(title: string, head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  if (rows.length === 0) return "";
  const cellOf = (cell: Cell, i: number) => {
    const text =
      typeof cell === "string" ? (i === 0 ? `\`${cell}\`` : cell) : `${cell.required ? "**Required.** " : ""}${cell.meaning}`;
    return text.replaceAll("|", "\\|").replaceAll("\n", " ");
  };
  const lines = [head, head.map(() => "---"), ...rows.map((row) => row.map(cellOf))].map((cells) => `| ${cells.join(" | ")} |`);
  return `**${title}**\n\n${lines.join("\n")}`;
}
