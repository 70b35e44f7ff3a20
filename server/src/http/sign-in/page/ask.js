/** The admin API, asked from the page. The session's cookie goes along by itself; the page never sees it. */

/** Milliseconds. Hashing a password takes part of a second; what takes this long has failed. */
const patience = 20_000;

/** What the server refused, in its own words; or, with the status 0, that it said nothing. */
export class Refusal extends Error {
  constructor(message, status = 0, code = "", problems = []) {
    super(message);
    this.status = status;
    this.code = code;
    this.problems = problems;
  }
}

/**
 * The body of the answer, or null where it has none. `body`, if any, goes as JSON.
 * @throws Refusal
 */
export async function ask(method, path, body) {
  const answer = await send(method, path, body);
  const content = answer.status === 204 ? null : await contentOf(answer);
  if (answer.ok) return content;
  const { detail, code, errors } = content ?? {};
  throw new Refusal(String(detail ?? `The server answered with the status ${answer.status}.`), answer.status, code, errors ?? []);
}

async function send(method, path, body) {
  const sent = body === undefined ? {} : { body: JSON.stringify(body), headers: { "content-type": "application/json" } };
  try {
    return await fetch(`/admin/v1/${path}`, {
      method,
      ...sent,
      cache: "no-store",
      redirect: "error",
      signal: AbortSignal.timeout(patience),
    });
  } catch {
    throw silence();
  }
}

/** A proxy in between may answer with something that is no JSON. */
async function contentOf(answer) {
  try {
    const text = await answer.text();
    return text === "" ? null : JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError && !answer.ok) return null;
    throw silence();
  }
}

function silence() {
  return new Refusal("The server cannot be reached. Check the connection and try again.");
}
