/** The server that the command line would talk to, and the token that it would show. */
import { isAdminError, isUnreachable } from "drawbridge-client/admin";
import type { Status } from "drawbridge-client/wire";
import { checkAccounts } from "./account-checks.ts";
import { type Check, fail, ok, warn } from "./check.ts";
import type { Context } from "./context.ts";
import { startAdvice } from "./failure.ts";
import { programVersion } from "./program-version.ts";

export async function checkServer(context: Context): Promise<Check[]> {
  try {
    return await checkAt(context.connection, context);
  } catch (error) {
    if (!isUnreachable(error)) throw error;
    return [fail("server", `${error.message}${startAdvice(error, context.io.command)}`)];
  }
}

async function checkAt({ url, token, tokenSource }: Context["connection"], context: Context): Promise<Check[]> {
  try {
    const status = await context.client.status();
    return [checkVersion(url, status), ok("token", `from ${tokenSource}`), ...(await checkAccounts(context, context.io.now()))];
  } catch (error) {
    if (!isAdminError(error)) throw error;
    if (error.code !== "unauthorized") return [fail("server", `${url} answers ${error.status}: ${error.detail}`)];
    const why =
      token === null
        ? tokenSource
        : `the one from ${tokenSource} opens nothing here: pass --token, or stop the server and run ${context.line("token create --local --name NAME")}`;
    return [ok("server", url), fail("token", why)];
  }
}

function checkVersion(url: string, { version, store, revision }: Status): Check {
  if (version === programVersion) return ok("server", `${url}, version ${version}, ${store} at revision ${revision}`);
  return warn("server", `${url} is version ${version}, and this command line ${programVersion}: use the same`);
}
