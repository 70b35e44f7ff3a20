/** The reference of the HTTP API as pages of the site: Markdown with an example beside each operation. */
import { type ApiChapter, type ApiEntry, apiIntroduction, apiReference } from "./api-reference.ts";
import type { ApiMember } from "./api-schema.ts";
import { fence, page, table } from "./markdown.ts";

export interface ApiPage {
  /** Path below docs/, without its end. */
  readonly address: string;
  readonly title: string;
  /** One sentence. */
  readonly job: string;
  readonly markdown: string;
}

export function apiPages(): readonly ApiPage[] {
  const chapters = apiReference();
  const job = "Look up a request of the HTTP API: who may send it, its members, and an example.";
  const index = chapters.map(({ slug, title, job: text }) => [`[${title}](${slug}.md)`, text]);
  const whole = page(
    "HTTP API",
    job,
    table(["chapter", "content"], index),
    "## Common to all requests",
    apiIntroduction(),
    "## Follow an example",
    "The examples are recorded from the demo. Set the variables that they use:",
    fence("sh", "SERVER=http://127.0.0.1:8080\nTOKEN=$(cat data/admin-token)\nKEY=dbr_…"),
  );
  const first = { address: "reference/api", title: "HTTP API", job, markdown: whole };
  return [first, ...chapters.map(chapterPage)];
}

function chapterPage({ slug, title, job, entries }: ApiChapter): ApiPage {
  const markdown = page(`${title} (API)`, job, "All chapters are in the [HTTP API](api.md).", ...entries.map(section));
  return { address: `reference/${slug}`, title: `${title} (API)`, job, markdown };
}

/** The anchor of a section is its title. */
function section({ method, path, title, description, parameters, body, answers, curl, answer }: ApiEntry): string {
  const [done, refused] = [answers.filter(isDone), answers.filter((each) => !isDone(each))];
  const codes = refused.flatMap(({ description: text }) => [...text.matchAll(/`(\w+)`/g)].map(([, problem = ""]) => problem));
  const example = [...(curl === "" ? [] : [fence("sh", curl)]), ...(answer?.text ? [fence(answer.language, answer.text)] : [])];
  return [
    `## ${title}`,
    ...(example.length === 0 ? [] : ["<!-- example -->", ...example, "<!-- end example -->"]),
    `\`${method} ${path}\``,
    description.replaceAll("\n", "  \n"),
    memberTable("parameter", parameters),
    memberTable("member of the body", body),
    ...done.map(({ status, description: text, members }) =>
      [`**${status}** ${text}`, memberTable("member of the answer", members)].filter((block) => block !== "").join("\n\n"),
    ),
    codes.length === 0
      ? ""
      : `**Problems**: ${[...new Set(codes)].map((problem) => `[\`${problem}\`](problems.md#${problem})`).join(", ")}.`,
  ]
    .filter((block) => block !== "")
    .join("\n\n");
}

function isDone({ status }: ApiEntry["answers"][number]): boolean {
  return Number(status) < 400;
}

function memberTable(head: string, members: readonly (ApiMember & { readonly in?: string })[]): string {
  return table(
    [head, "form", "meaning"],
    members.map(({ name, form, required, meaning, in: place }) => [
      `\`${name}\``,
      `${form}${required ? ", required" : ""}${place === undefined ? "" : `, in the ${place}`}`.replaceAll("|", "\\|"),
      meaning.replaceAll("|", "\\|").replaceAll("\n", " "),
    ]),
  );
}
