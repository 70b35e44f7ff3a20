/** Access tokens keep working after the person who created them leaves, so commands list them to the administrator. */
import type { MadeToken, PersonDetail, RevokedTokens } from "drawbridge-rules/wire/person.ts";
import type { Context } from "./command.ts";
import { counted, printable } from "./output.ts";

type PersonTokens = Pick<PersonDetail, "made_tokens" | "made_token_count">;

/** Shown before the change: `They created 3 access tokens: …`; empty if there are none. */
export function createdTokensText({ made_tokens: tokens, made_token_count: count }: PersonTokens): string {
  if (count === 0) return "";
  const places = [...Map.groupBy(tokens, ({ project }) => project)].map(([project, own]) => ({ project, count: own.length }));
  return `They created ${counted(count, "active access token")}: ${placesText(places, count)}.`;
}

/** Shown after the change if the tokens were kept. */
export function remainingTokenLines(
  { made_tokens: tokens, made_token_count: count }: PersonTokens,
  context: Pick<Context, "line">,
): string[] {
  if (count === 0) return [];
  const more = count > tokens.length ? [`  and ${count - tokens.length} more: see token list`] : [];
  return [
    "Access tokens that they created still work. To revoke them:",
    ...tokens.map((token) => revokeLine(token, context)),
    ...more,
  ];
}

/** Shown after the change if the tokens were revoked. */
export function revokedTokenLines(revoked: readonly RevokedTokens[]): string[] {
  const count = revoked.reduce((sum, { count }) => sum + count, 0);
  if (count === 0) return ["They had created no active access tokens."];
  return [`Revoked ${counted(count, "access token")} that they created: ${placesText(revoked, count)}.`];
}

function placesText(places: readonly RevokedTokens[], all: number): string {
  const named = places.map(
    ({ project, count }) => `${count} ${project === null ? "for the installation" : `in ${printable(project)}`}`,
  );
  const rest = all - places.reduce((sum, { count }) => sum + count, 0);
  return [...named, ...(rest > 0 ? [`${rest} elsewhere`] : [])].join(", ");
}

function revokeLine({ id, name, project }: MadeToken, { line }: Pick<Context, "line">): string {
  return `  ${line(`token revoke ${id}${project === null ? "" : ` --project ${project}`}`)}   # ${printable(name)}`;
}
