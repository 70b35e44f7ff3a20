/** A receiver of webhooks on real sockets, which keeps what it gets and can misbehave. */
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { WebhookEvent } from "drawbridge-rules/wire/webhook-event.ts";

/** `ok` | a status | `hangs` | `endless` (a body without end) | `moved` (a redirect to itself) */
export type Behavior = "ok" | "hangs" | "endless" | "moved" | number;

export interface Received {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly event: WebhookEvent;
  /** Epoch ms. */
  readonly at: number;
}

export interface WebhookReceiver extends AsyncDisposable {
  readonly url: string;
  readonly received: Received[];
  requests: number;
  behavior: Behavior;
  close(): Promise<void>;
}

export async function startReceiver(behavior: Behavior = "ok", port = 0): Promise<WebhookReceiver> {
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on("data", (piece: Buffer) => pieces.push(piece));
    request.on("end", () => {
      receiver.requests++;
      const body = Buffer.concat(pieces).toString();
      if (receiver.behavior === "ok") {
        const headers = request.headers as Record<string, string>;
        receiver.received.push({ headers, body, event: JSON.parse(body) as WebhookEvent, at: Date.now() });
      }
      answer(response, receiver);
    });
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const close = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  };
  const { port: own } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${own}/hook`;
  const receiver: WebhookReceiver = { url, received: [], requests: 0, behavior, close, [Symbol.asyncDispose]: close };
  return receiver;
}

function answer(response: ServerResponse, { behavior, url }: WebhookReceiver): void {
  if (behavior === "hangs") return;
  if (behavior === "moved") response.writeHead(301, { location: url }).end();
  else if (behavior === "endless") {
    const write = () => {
      while (response.write("x".repeat(65_536)));
    };
    response.on("drain", write).writeHead(500);
    write();
  } else response.writeHead(behavior === "ok" ? 204 : behavior).end();
}
