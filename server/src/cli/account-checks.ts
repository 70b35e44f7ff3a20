/** Checks whether people can sign in, and whether credentials expire soon. Asks the server, with an administrator's token. */
import { isAdminError, isUnreachable } from "drawbridge-client/admin";
import type { ListedAccessToken } from "drawbridge-rules/wire/access-token.ts";
import type { SignInOptions } from "drawbridge-rules/wire/session.ts";
import { type Check, fail, ok, warn } from "./check.ts";
import type { Context } from "./context.ts";
import { counted } from "./output.ts";
import { instantText } from "./time-text.ts";

/** @param now epoch ms */
export async function checkAccounts(context: Pick<Context, "client" | "line">, now: number): Promise<Check[]> {
  const { client } = context;
  const options = await client.getSignInOptions();
  return [
    checkSignIn(options),
    ...(options.provider === null || !options.offered ? [] : [await checkProvider(options.provider.name, client)]),
    ...(await forAdministrators(() => checkPeople(context))),
    ...(await forAdministrators(() => checkTokens(context, now))),
  ];
}

function checkSignIn({ offered, reason, provider }: SignInOptions): Check {
  if (!offered) return warn("sign-in", `sign-in is off: ${reason}`);
  return ok("sign-in", `with a password${provider === null ? "" : `, or with ${provider.name}`}`);
}

/** As a browser begins it: the server has to reach it. */
async function checkProvider(provider: string, client: Context["client"]): Promise<Check> {
  try {
    await client.beginProviderSignIn();
    return ok("provider", `the server reaches ${provider}`);
  } catch (error) {
    if (!isAdminError(error) && !isUnreachable(error)) throw error;
    return warn("provider", `${provider}: ${error.message} Passwords and access tokens still work.`);
  }
}

async function checkPeople({ client, line }: Pick<Context, "client" | "line">): Promise<Check[]> {
  const { people: some } = await client.listPeople({ limit: 1 });
  if (some.length === 0) {
    return [warn("accounts", `no accounts yet. Create the first: ${line("user add LOGIN --administrator")}`)];
  }
  const able = (await client.listAll("listAdministrators")).filter(({ disabled }) => !disabled);
  if (able.length > 0) return [ok("accounts", `${counted(able.length, "administrator")} can sign in`)];
  return [warn("accounts", `no administrator can sign in. Appoint one: ${line("user administrator PERSON")}`)];
}

const soon = 14 * 24 * 60 * 60_000;
/** Maximum number of projects whose tokens are checked. */
const maxProjects = 50;

async function checkTokens({ client, line }: Pick<Context, "client" | "line">, now: number): Promise<Check[]> {
  const { projects: some } = await client.listProjects({ limit: maxProjects });
  const ending: Check[] = (await client.listAll("listAccessTokens", { state: "active" })).flatMap((token) =>
    endingSoon(token, { whose: "", now, create: line("token create --name NAME") }),
  );
  for (const { id } of some) {
    const own = await client.listAll("listProjectAccessTokens", { project: id, state: "active" });
    const create = line(`token create --project ${id} --role ROLE --name NAME`);
    for (const one of own.flatMap((token) => endingSoon(token, { whose: ` of ${id}`, now, create }))) ending.push(one);
  }
  return ending.length > 0 ? ending : [ok("tokens", "none expires within 14 days")];
}

/** @param create the command that creates a similar one */
function endingSoon(
  { id, name, expires_at }: ListedAccessToken,
  { whose, now, create }: { readonly whose: string; readonly now: number; readonly create: string },
): Check[] {
  if (expires_at === null || Date.parse(expires_at) > now + soon) return [];
  return [warn("tokens", `${id}, "${name}",${whose} expires at ${instantText(expires_at)}. Create another: ${create}`)];
}

/** A lesser token may not read this: nothing to report. */
async function forAdministrators(look: () => Promise<Check[]>): Promise<Check[]> {
  try {
    return await look();
  } catch (error) {
    if (isAdminError(error) && error.code === "forbidden") return [];
    if (!isAdminError(error)) throw error;
    return [fail("accounts", `${error.status}: ${error.detail}`)];
  }
}
