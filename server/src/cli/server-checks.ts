import { type AdminError, isAdminError, isUnreachable } from "drawbridge-client/admin";
import { formatShare } from "drawbridge-rules/impact/traffic.ts";
import type { ObjectsStatus, SourceStatus, Status, StepStatus, WebhookStatus } from "drawbridge-rules/wire/status.ts";
import { isLoopbackName, urlForAddress } from "../base/address.ts";
import type { Settings } from "../base/settings.ts";
import { checkRefused } from "./app-requests.ts";
import { type Check, checkServerClock, fail, ok, warn } from "./check.ts";
import { type Context, programVersion } from "./command.ts";
import type { ServerConnection } from "./connection.ts";
import { startAdvice } from "./failure.ts";
import { checkServerZones } from "./machine-checks.ts";
import { counted, instantText } from "./output.ts";
import { isEdgeDirectory } from "./store-checks.ts";

export async function checkServer(context: Context): Promise<Check[]> {
  try {
    const { connection } = context;
    return [...(await checkServerClock(connection.url, context.io.now)), ...(await checkAt(connection, context))];
  } catch (error) {
    if (!isUnreachable(error)) throw error;
    if (isEdge(context.settings)) return checkOwnEdge(error.url || urlForAddress(context.settings.adminListen), context);
    return [fail("server", `${error.message}${startAdvice(error, context.io.command)}`)];
  }
}

/** An edge has no record in its directory. */
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
      ...(status.webhooks ?? []).map((webhook) => checkWebhook(webhook, context.line)),
      ok("token", `from ${tokenSource}`),
      ...(await requestChecks(url, context)),
    ];
  } catch (error) {
    if (!isAdminError(error)) throw error;
    if (error.status === 404) return (await checkEdge(url, connection.token, context.settings)) ?? [answered(url, error)];
    return error.code === "unauthorized" ? checkUnauthorized(connection) : [answered(url, error)];
  }
}

/** A server without its store answers 503 here, which its status explains better. */
async function requestChecks(url: string, context: Context): Promise<Check[]> {
  try {
    return [...(await checkSignIn(context.client)), ...(await checkRefused(context))];
  } catch (error) {
    if (!isAdminError(error)) throw error;
    return [fail("sign-in", `${url} answers ${error.status}: ${error.detail}`)];
  }
}

/** An edge with a metrics token answers 404 there, and a server 401. */
function checkUnauthorized({ url, token, tokenSource }: ServerConnection): Check[] {
  const why =
    token === null
      ? tokenSource
      : `the one from ${tokenSource} is not valid here: pass --token, or start the server with DRAWBRIDGE_ADMIN_TOKEN`;
  return [ok("server", url), fail("token", why)];
}

function answered(url: string, { status, detail }: AdminError): Check {
  return fail("server", `${url} answers ${status}: ${detail}`);
}

/** Milliseconds. */
const timeout = 10_000;
/** Characters. */
const longestStatus = 1024 * 1024;

export function isEdge({ edgeOrigin, data }: Settings): boolean {
  return edgeOrigin !== null || isEdgeDirectory(data);
}

async function checkEdge(url: string, token: string | null, settings: Settings): Promise<Check[] | null> {
  const tokens = [token, isLoopbackName(new URL(url).hostname) ? settings.metricsToken : null].filter((each) => each !== null);
  for (const each of new Set(tokens)) {
    const status = await statusAt(url, each);
    if (status === null) continue;
    const isOfEdge = (status.sources ?? []).some(({ kind }) => kind === "edge");
    return checkStatus(isOfEdge ? "edge" : "server", url, status);
  }
  const ready = await answerOf(`${url}/readyz`);
  if (ready === null) return null;
  const hint =
    "to see its origin and how far behind it is, pass its DRAWBRIDGE_METRICS_TOKEN with --token and its DRAWBRIDGE_ADMIN_LISTEN with --url";
  if (ready === 200) return [ok("edge", `${url} answers apps`), warn("origin", hint)];
  return [fail("edge", `${url} is not ready and answers apps with 503: see its log, or ${hint}`)];
}

async function statusAt(url: string, token: string): Promise<Status | null> {
  try {
    const response = await fetch(`${url}/status`, {
      headers: { authorization: `Bearer ${token}` },
      redirect: "manual",
      signal: AbortSignal.timeout(timeout),
    });
    const text = await response.text();
    if (!response.ok || text.length > longestStatus) return null;
    const status: unknown = JSON.parse(text);
    return typeof status === "object" && status !== null && "version" in status ? (status as Status) : null;
  } catch {
    return null;
  }
}

/** Null means another program, or no answer. */
async function answerOf(url: string): Promise<number | null> {
  try {
    const response = await fetch(url, { redirect: "manual", signal: AbortSignal.timeout(timeout) });
    await response.body?.cancel();
    return [200, 503].includes(response.status) ? response.status : null;
  } catch {
    return null;
  }
}

/** Fields of other versions may be absent. */
export function checkStatus(what: string, url: string, status: Status, now = Date.now()): Check[] {
  return [
    checkVersion(what, url, status),
    ...checkServerZones(status, now),
    ...(status.sources ?? []).flatMap((source) => [...checkState(source), ...checkLost(source), ...checkRebuilt(source)]),
    ...checkObjects(status.objects ?? null),
    ...(status.clock?.problem ? [warn("clock", status.clock.problem)] : []),
  ];
}

function checkVersion(what: string, url: string, { version, store, revision }: Status): Check {
  const at = revision === null ? "with nothing loaded yet" : `at revision ${revision}`;
  if (version === programVersion) return ok(what, `${url}, version ${version}, ${store} ${at}`);
  return warn(what, `${url} is version ${version}, and this command line is ${programVersion}: use the same`);
}

export function checkStep(step: StepStatus, line: Context["line"]): Check {
  const { project, platform, at, zone, minimum, recommended, later, requests_24h: requests, forced_24h: forced } = step;
  const versions = [minimum && `--minimum ${minimum}`, recommended && `--recommended ${recommended}`].filter(Boolean);
  const share = requests
    ? `forces ${formatShare(forced ?? 0, requests)} of the last 24 hours' requests, which can be forged`
    : "no requests were counted";
  const move = line(`policy step --project ${project} --platform ${platform} --at ${later} --zone ${zone} ${versions.join(" ")}`);
  return warn("step", `${platform} of ${project}, at ${instantText(at)}: ${share}. To move it: ${move}`);
}

function checkWebhook({ id, name, since, problem }: WebhookStatus, line: Context["line"]): Check {
  const advice = `To see what was sent to it: ${line(`webhook deliveries ${id}`)}`;
  return warn("webhook", `"${name}" has been failing since ${instantText(since)}: ${problem}. ${advice}`);
}

function checkObjects(objects: ObjectsStatus | null): Check[] {
  if (objects === null) return [];
  const { place, revision, behind, problem } = objects;
  const has = `${place} ${revision === null ? "has nothing of this store yet" : `has revision ${revision}`}`;
  const lacks = behind === 0 ? "" : `, and has lacked changes for ${Math.ceil(behind)} s`;
  return [problem === null ? ok("objects", `${has}${lacks}`) : warn("objects", `${problem} ${has}${lacks}.`)];
}

function checkState({ name, kind, state, since, revision, age, problem }: SourceStatus): Check[] {
  const what = kind === "edge" ? "origin" : "source";
  if (state === "following" && problem === null) {
    const at = revision === null ? "" : ` at revision ${revision}${age === null ? "" : `, checked ${Math.round(age)} s ago`}`;
    return [ok(what, `follows ${name}${at}`)];
  }
  if (state === "following") return [warn(what, `follows ${name}, with a problem: ${problem}`)];
  const why = problem ?? "no reason given; see the log of the process";
  if (state === "starting") {
    const isNew = problem === null;
    const waiting = `${name} has not been read since ${instantText(since)}, so apps get 503`;
    return [isNew ? warn(what, `${waiting}: the process is starting`) : fail(what, `${waiting}: ${why}`)];
  }
  const from =
    revision === null ? "" : ` Apps get answers from revision ${revision}${age === null ? "" : `, ${Math.round(age)} s old`}.`;
  return [fail(what, `${name} has been interrupted since ${instantText(since)}: ${/[.!?]$/.test(why) ? why : `${why}.`}${from}`)];
}

function checkLost({ name, lost }: SourceStatus): Check[] {
  if (!lost) return [];
  const after = lost.after === null ? "" : ` after revision ${lost.after}${lost.through === null ? "" : ","}`;
  const through = lost.through === null ? "" : ` up to ${lost.through}`;
  const kept = lost.manifests.length === 0 ? "see the log of the nodes" : `plan what was kept: ${lost.manifests.join(", ")}`;
  return [warn("lost commits", `${name} lost commits${after}${through}, noticed at ${instantText(lost.at)}: ${kept}`)];
}

function checkRebuilt({ name, rebuilt_rows: rows }: SourceStatus): Check[] {
  if (!rows) return [];
  return [
    warn(
      "damage",
      `${counted(rows, "row")} of ${name} differed from the log at the start and were rebuilt: check disk and memory`,
    ),
  ];
}

async function checkSignIn(client: Context["client"]): Promise<Check[]> {
  const { offered, reason, provider } = await client.getSignInOptions();
  const ways = `with a password${provider === null ? "" : `, or with ${provider.name}`}`;
  return [
    offered ? ok("sign-in", ways) : warn("sign-in", `sign-in is off: ${reason}`),
    ...(provider === null || !offered ? [] : [await checkProvider(provider.name, client)]),
  ];
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
