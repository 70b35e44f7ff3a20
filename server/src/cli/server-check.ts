/** The server that the command line would talk to, and the token that it would show. */
import { type AdminError, isAdminError, isUnreachable } from "drawbridge-client/admin";
import { checkAccounts } from "./account-checks.ts";
import { type Check, fail, ok } from "./check.ts";
import { checkServerClock } from "./clock-check.ts";
import type { ServerConnection } from "./connection.ts";
import type { Context } from "./context.ts";
import { checkEdge, isEdge, ownEdgeUrl } from "./edge-check.ts";
import { startAdvice } from "./failure.ts";
import { checkRefused } from "./refused-text.ts";
import { checkStatus, checkStep } from "./status-checks.ts";

export async function checkServer(context: Context): Promise<Check[]> {
  try {
    const { connection } = context;
    return [...(await checkServerClock(connection.url, context.io.now)), ...(await checkAt(connection, context))];
  } catch (error) {
    if (!isUnreachable(error)) throw error;
    if (isEdge(context.settings)) return checkOwnEdge(error.url || ownEdgeUrl(context.settings), context);
    return [fail("server", `${error.message}${startAdvice(error, context.io.command)}`)];
  }
}

/** An edge has no record in its directory: its address is that of the settings. */
async function checkOwnEdge(url: string, { settings, io }: Context): Promise<Check[]> {
  const found = await checkEdge(url, settings.token, settings);
  if (found !== null) return [...(await checkServerClock(url, io.now)), ...found];
  return [fail("edge", `no server answers at ${url}: start it with ${io.command} serve --edge URL, or pass --url`)];
}

async function checkAt(connection: ServerConnection, context: Context): Promise<Check[]> {
  const { url, tokenSource } = connection;
  try {
    const status = await context.client.getStatus();
    return [
      ...checkStatus("server", url, status),
      ...(status.steps ?? []).map((step) => checkStep(step, context.line)),
      ok("token", `from ${tokenSource}`),
      ...(await accountChecks(url, context)),
    ];
  } catch (error) {
    if (!isAdminError(error)) throw error;
    if (error.status === 404) return (await checkEdge(url, connection.token, context.settings)) ?? [answered(url, error)];
    return error.code === "unauthorized" ? checkUnauthorized(connection, context) : [answered(url, error)];
  }
}

/** A server without its store answers 503 here, which its status explains better. */
async function accountChecks(url: string, context: Context): Promise<Check[]> {
  try {
    return [...(await checkAccounts(context, context.io.now())), ...(await checkRefused(context))];
  } catch (error) {
    if (!isAdminError(error)) throw error;
    return [fail("accounts", `${url} answers ${error.status}: ${error.detail}`)];
  }
}

/** An edge with a metrics token answers 404 there, and a server 401. */
function checkUnauthorized({ url, token, tokenSource }: ServerConnection, context: Context): Check[] {
  const why =
    token === null
      ? tokenSource
      : `the one from ${tokenSource} is not valid here: pass --token, or stop the server and run ${context.line("token create --local --name NAME")}`;
  return [ok("server", url), fail("token", why)];
}

function answered(url: string, { status, detail }: AdminError): Check {
  return fail("server", `${url} answers ${status}: ${detail}`);
}
