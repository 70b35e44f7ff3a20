/** Requests to the admin API. The browser adds the session cookie; the page never sees it. */

/** Milliseconds. Hashing a password takes a fraction of a second, so a longer request has failed. */
const patience = 20_000;

/** An error answer with the server's own text; status 0: the server did not answer. */
export class Refusal extends Error {
  constructor(message, status = 0, code = "", problems = []) {
    super(message);
    this.status = status;
    this.code = code;
    this.problems = problems;
  }
}

/**
 * Returns the body of the answer, or null if there is none. Sends `body` as JSON.
 * @throws Refusal
 */
export async function ask(method, path, body) {
  const answer = await send(method, path, body);
  const content = answer.status === 204 ? null : await contentOf(answer);
  if (answer.ok) return content;
  const { detail, code, errors } = content ?? {};
  throw new Refusal(
    String(detail ?? `The server answered with status ${answer.status}. Try again, or ask its operator.`),
    answer.status,
    code,
    errors ?? [],
  );
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

/** A proxy on the path can answer with content other than JSON. */
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
