/** A receiver of webhooks on real sockets, which keeps what it gets and can misbehave. */
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { WebhookEvent } from "drawbridge-rules/wire/webhook-event.ts";

/** `ok` | a status | `hangs` | `moved` (a redirect to itself) */
export type Behavior = "ok" | "hangs" | "moved" | number;

export interface Received {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly event: WebhookEvent;
}

export interface WebhookReceiver extends AsyncDisposable {
  readonly url: string;
  readonly received: Received[];
  behavior: Behavior;
  close(): Promise<void>;
}

export async function startReceiver(behavior: Behavior = "ok"): Promise<WebhookReceiver> {
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on("data", (piece: Buffer) => pieces.push(piece));
    request.on("end", () => {
      const body = Buffer.concat(pieces).toString();
      if (receiver.behavior === "ok") {
        const headers = request.headers as Record<string, string>;
        receiver.received.push({ headers, body, event: JSON.parse(body) as WebhookEvent });
      }
      answer(response, receiver);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const close = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  };
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/hook`;
  const receiver: WebhookReceiver = { url, received: [], behavior, close, [Symbol.asyncDispose]: close };
  return receiver;
}

function answer(response: ServerResponse, { behavior, url }: WebhookReceiver): void {
  if (behavior === "hangs") return;
  if (behavior === "moved") response.writeHead(301, { location: url }).end();
  else response.writeHead(behavior === "ok" ? 204 : behavior).end();
}
