/** Whether people can come in, and whether what opens the server goes on doing so: asked of a server with a token that may know. */
import { isAdminError, isUnreachable } from "drawbridge-client/admin";
import type { ListedAccessToken, SignInOptions } from "drawbridge-client/wire";
import { type Check, fail, ok, warn } from "./check.ts";
import type { Context } from "./context.ts";
import { counted } from "./output.ts";

/** @param now epoch ms */
export async function checkAccounts({ client }: Pick<Context, "client">, now: number): Promise<Check[]> {
  const options = await client.sessions.options();
  return [
    checkSignIn(options),
    ...(options.provider === null || !options.offered ? [] : [await checkProvider(options.provider.name, client)]),
    ...(await forAdministrators(() => checkPeople(client))),
    ...(await forAdministrators(() => checkTokens(client, now))),
  ];
}

function checkSignIn({ offered, reason, provider }: SignInOptions): Check {
  if (!offered) return warn("sign-in", `nobody can sign in: ${reason}`);
  return ok("sign-in", `with a password${provider === null ? "" : `, or with ${provider.name}`}`);
}

/** As a browser begins it: the server has to reach it. */
async function checkProvider(provider: string, { sessions }: Context["client"]): Promise<Check> {
  try {
    await sessions.signInWithProvider();
    return ok("provider", `the server reaches ${provider}`);
  } catch (error) {
    if (!isAdminError(error) && !isUnreachable(error)) throw error;
    return warn("provider", `${provider}: ${error.message} Passwords and access tokens go on working.`);
  }
}

async function checkPeople({ people, administrators }: Context["client"]): Promise<Check[]> {
  const { people: some } = await people.page({ limit: 1 });
  if (some.length === 0) {
    return [warn("accounts", "nobody has one yet: npx drawbridge user add LOGIN --administrator")];
  }
  const able = (await administrators.list()).filter(({ disabled }) => !disabled);
  if (able.length > 0) return [ok("accounts", `${counted(able.length, "administrator")} can come in`)];
  return [warn("accounts", "no administrator can come in: npx drawbridge user administrator PERSON")];
}

const soon = 14 * 24 * 60 * 60_000;
/** Of so many projects the tokens are looked at. */
const mostProjects = 50;

async function checkTokens({ tokens, projectTokens, projects }: Context["client"], now: number): Promise<Check[]> {
  const { projects: some } = await projects.page({ limit: mostProjects });
  const ending: Check[] = (await tokens.list({ state: "active" })).flatMap((token) => endingSoon(token, "", now));
  for (const { id } of some) {
    const own = await projectTokens.list(id, { state: "active" });
    for (const one of own.flatMap((token) => endingSoon(token, ` of ${id}`, now))) ending.push(one);
  }
  return ending.length > 0 ? ending : [ok("tokens", "none ends within 14 days")];
}

function endingSoon({ id, name, expires_at }: ListedAccessToken, whose: string, now: number): Check[] {
  if (expires_at === null || Date.parse(expires_at) > now + soon) return [];
  return [warn("tokens", `${id}, "${name}",${whose} ends at ${expires_at}: make another with token create`)];
}

/** With a lesser token there is nothing to find out here. */
async function forAdministrators(look: () => Promise<Check[]>): Promise<Check[]> {
  try {
    return await look();
  } catch (error) {
    if (isAdminError(error) && error.code === "forbidden") return [];
    if (!isAdminError(error)) throw error;
    return [fail("accounts", `${error.status}: ${error.detail}`)];
  }
}
