/** Stand-ins for the parts of GitHub's and GitLab's REST APIs that the jobs of deploy/ci call. Each call is checked as documented. */
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

export interface Comment {
  readonly id: number;
  readonly author: string;
  body: string;
}

export interface Forge extends AsyncDisposable {
  readonly url: string;
  /** Comments on pull request 7, or on merge request 7 of project 42. */
  readonly comments: Comment[];
  readonly refused: string[];
  readonly files: Map<string, Buffer>;
}

interface Call {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage["headers"];
  readonly text: string;
}
/** The answer, or the refusal of the real API with its reason. */
type Answer = { readonly status: number; readonly body: unknown } | { readonly refusal: number; readonly why: string };
type Route = (call: Call, comments: Comment[]) => Answer;

const ours = { github: "github-actions[bot]", gitlab: "project_42_bot_1f" };

export const githubApi: Route = ({ method, path, query, headers, text }, comments) => {
  if (headers.authorization !== "Bearer ghs_job") return { refusal: 401, why: "Bad credentials" };
  if (headers.accept !== "application/vnd.github+json") return { refusal: 415, why: "the documented Accept is missing" };
  const shown = (comment?: Comment) => ({ id: comment?.id, user: { login: comment?.author }, body: comment?.body });
  const issue = "/repos/acme/config/issues/7/comments";
  if (method === "GET" && path === issue) return { status: 200, body: comments.slice(0, pageSize(query, 30)).map(shown) };
  const body: unknown = JSON.parse(text).body;
  if (typeof body !== "string" || body === "") return { refusal: 422, why: "body is required" };
  if (body.length > 65_536) return { refusal: 422, why: "body is too long (maximum is 65536 characters)" };
  if (method === "POST" && path === issue) return { status: 201, body: shown(added(comments, ours.github, body)) };
  const found = comments.find(({ id }) => path === `/repos/acme/config/issues/comments/${id}`);
  if (method !== "PATCH" || !found) return { refusal: 404, why: "Not Found" };
  found.body = body;
  return { status: 200, body: shown(found) };
};

export const gitlabApi: Route = ({ method, path, query, headers, text }, comments) => {
  // The token of a job (JOB-TOKEN) opens neither.
  if (headers["private-token"] !== "glpat-ci") return { refusal: 401, why: "401 Unauthorized" };
  const shown = (note?: Comment) => ({ id: note?.id, author: { id: note?.author === ours.gitlab ? 9 : 1 }, body: note?.body });
  if (method === "GET" && path === "/api/v4/user") return { status: 200, body: { id: 9, username: ours.gitlab, bot: true } };
  const notes = "/api/v4/projects/42/merge_requests/7/notes";
  const sorted = query.get("sort") === "asc" ? comments : comments.toReversed();
  if (method === "GET" && path === notes) return { status: 200, body: sorted.slice(0, pageSize(query, 20)).map(shown) };
  if (headers["content-type"] !== "application/x-www-form-urlencoded") return { refusal: 415, why: "no form" };
  const body = new URLSearchParams(text).get("body") ?? "";
  if (body === "" || body.length > 1_000_000) return { refusal: 400, why: "note is blank, or over 1,000,000 characters" };
  if (method === "POST" && path === notes) return { status: 201, body: shown(added(comments, ours.gitlab, body)) };
  const found = comments.find(({ id }) => path === `${notes}/${id}`);
  if (method !== "PUT" || !found) return { refusal: 404, why: "404 Not found" };
  if (found.author !== ours.gitlab) return { refusal: 403, why: "403 Forbidden" };
  found.body = body;
  return { status: 200, body: shown(found) };
};

/** A forge where 25 comments of others come first, one of which imitates the plan's. */
export async function openForge(route: Route): Promise<Forge> {
  const comments = Array.from({ length: 25 }, (_, id) => ({ id: id + 1, author: "mallory", body: `Comment ${id}` }));
  comments.push({ id: 26, author: "mallory", body: "<!-- drawbridge -->\nNothing changes." });
  const refused: string[] = [];
  const files = new Map<string, Buffer>();
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://forge");
    const file = files.get(pathname.replace(/^\/release\//, ""));
    if (file) return response.end(file);
    const call = { method: request.method ?? "", path: pathname, query: searchParams, headers: request.headers };
    const answer = route({ ...call, text: await text(request) }, comments);
    const [status, body] = "refusal" in answer ? [answer.refusal, { message: answer.why }] : [answer.status, answer.body];
    if ("refusal" in answer) refused.push(`${call.method} ${request.url}: ${answer.refusal} ${answer.why}`);
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, comments, refused, files, [Symbol.asyncDispose]: async () => void server.close().closeAllConnections() };
}

function added(comments: Comment[], author: string, body: string): Comment {
  const comment = { id: comments.length + 1, author, body };
  comments.push(comment);
  return comment;
}

function pageSize(query: URLSearchParams, usual: number): number {
  return Math.min(100, Number(query.get("per_page") ?? usual));
}
