// Runs a shell command for each event of a webhook: WEBHOOK_SECRET=whsec_… node webhook-receiver.js COMMAND
// The command gets EVENT_TYPE, EVENT_TEXT and EVENT_URL. If it fails, the event arrives again later.
import { execFile } from "node:child_process";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { Webhook } from "standardwebhooks";

const { WEBHOOK_SECRET = "", PORT = "8090", ...env } = process.env;
const command = process.argv[2] ?? "";
const webhook = new Webhook(WEBHOOK_SECRET);
const longestBody = 1_000_000;
const done = new Set();

const server = createServer(async (request, response) => {
  const answer = (status) => response.writeHead(status, { connection: status < 400 ? "keep-alive" : "close" }).end();
  if (!(Number(request.headers["content-length"]) <= longestBody)) return answer(413);
  let event;
  try {
    event = webhook.verify(await text(request), request.headers);
  } catch {
    return answer(401);
  }
  const { id, text: sentence, url } = event.data;
  // The same event can arrive twice.
  if (done.has(id)) return answer(204);
  const values = { EVENT_TYPE: event.type, EVENT_TEXT: sentence, EVENT_URL: url };
  execFile("sh", ["-c", command], { env: { ...env, ...values }, timeout: 9_000 }, (error) => {
    if (error) return answer(500);
    done.add(id);
    if (done.size > 10_000) done.delete(done.values().next().value);
    answer(204);
  });
});
server.listen(Number(PORT), "127.0.0.1", () => console.log(`Listening on http://127.0.0.1:${server.address().port}`));
