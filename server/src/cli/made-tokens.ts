/** Access tokens keep working after the person who created them leaves, so commands list them to the administrator. */
import type { MadeToken, PersonDetail, RevokedTokens } from "drawbridge-rules/wire/person.ts";
import type { Context } from "./context.ts";
import { counted, printable } from "./output.ts";

type Made = Pick<PersonDetail, "made_tokens" | "made_token_count">;

/** Shown before the change: `They created 3 access tokens: …`; empty if there are none. */
export function madeTokenText({ made_tokens: tokens, made_token_count: count }: Made): string {
  if (count === 0) return "";
  const places = [...Map.groupBy(tokens, ({ project }) => project)].map(([project, own]) => ({ project, count: own.length }));
  return `They created ${counted(count, "access token")} that ${count === 1 ? "is" : "are"} active: ${placesText(places, count)}.`;
}

/** Shown after the change if the tokens were kept. */
export function leftTokenLines({ made_tokens: tokens, made_token_count: count }: Made, context: Pick<Context, "line">): string[] {
  if (count === 0) return [];
  const more = count > tokens.length ? [`  and ${count - tokens.length} more: look at token list`] : [];
  return [
    "Access tokens that they created still work. To revoke them:",
    ...tokens.map((token) => revokeLine(token, context)),
    ...more,
  ];
}

/** Shown after the change if the tokens were revoked. */
export function revokedTokenLines(revoked: readonly RevokedTokens[]): string[] {
  const count = revoked.reduce((sum, { count }) => sum + count, 0);
  if (count === 0) return ["They had created no access token that was active."];
  return [
    `${counted(count, "access token")} that they created ${count === 1 ? "is" : "are"} revoked: ${placesText(revoked, count)}.`,
  ];
}

function placesText(places: readonly RevokedTokens[], all: number): string {
  const named = places.map(
    ({ project, count }) => `${count} ${project === null ? "of the installation" : `in ${printable(project)}`}`,
  );
  const rest = all - places.reduce((sum, { count }) => sum + count, 0);
  return [...named, ...(rest > 0 ? [`${rest} elsewhere`] : [])].join(", ");
}

function revokeLine({ id, name, project }: MadeToken, { line }: Pick<Context, "line">): string {
  return `  ${line(`token revoke ${id}${project === null ? "" : ` --project ${project}`}`)}   # ${printable(name)}`;
}
