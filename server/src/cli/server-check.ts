/** The server that the command line would talk to, and the token that it would show. */
import { isAdminError, isUnreachable } from "drawbridge-client/admin";
import type { Status } from "drawbridge-client/wire";
import { checkAccounts } from "./account-checks.ts";
import { type Check, fail, ok, warn } from "./check.ts";
import type { Context } from "./context.ts";
import { programVersion } from "./program-version.ts";

export async function checkServer(context: Context): Promise<Check[]> {
  const { client, connection, io } = context;
  const { url, token, tokenSource } = connection;
  try {
    const status = await client.status();
    return [checkVersion(url, status), ok("token", `from ${tokenSource}`), ...(await checkAccounts(context, io.now()))];
  } catch (error) {
    if (isUnreachable(error))
      return [fail("server", `${error.message}: start one with ${io.command} serve, or name it with --url`)];
    if (!isAdminError(error)) throw error;
    if (error.code !== "unauthorized") return [fail("server", `${url} answers ${error.status}: ${error.detail}`)];
    const why =
      token === null
        ? tokenSource
        : `the one from ${tokenSource} opens nothing here: make another with token create --local, or pass --token`;
    return [ok("server", url), fail("token", why)];
  }
}

function checkVersion(url: string, { version, store, revision }: Status): Check {
  if (version === programVersion) return ok("server", `${url}, version ${version}, ${store} at revision ${revision}`);
  return warn("server", `${url} is version ${version}, and this command line ${programVersion}: use the same`);
}
