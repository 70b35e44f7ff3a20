/** An origin with scripted answers, over a real socket, that records requests and reports. */
import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { type EdgeReport, edgeScope, readReport } from "../src/replicas/edge-protocol.ts";

export const scope = edgeScope(null);

export class LyingOrigin implements AsyncDisposable {
  readonly #server: Server;
  /** The body for each stream, which stays open after it unless the test ends it. */
  says = "";
  readonly asked: IncomingHttpHeaders[] = [];
  readonly reports: EdgeReport[] = [];

  static async start(): Promise<LyingOrigin> {
    const origin = new LyingOrigin();
    origin.#server.listen(0, "127.0.0.1");
    await once(origin.#server, "listening");
    return origin;
  }

  private constructor() {
    this.#server = createServer((req, res) => {
      if (req.url === "/edge/v1/report") {
        let text = "";
        req.setEncoding("utf8").on("data", (piece: string) => {
          text += piece;
        });
        req.on("end", () => {
          const report = readReport(text);
          if (report) this.reports.push(report);
          res.writeHead(204).end();
        });
        return;
      }
      this.asked.push(req.headers);
      const report = readReport(String(req.headers["drawbridge-edge"]));
      if (report) this.reports.push(report);
      res.writeHead(200, { "content-type": "text/event-stream" });
      res.write(this.says);
    });
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Closes every connection: edges reconnect. */
  cut(): void {
    this.#server.closeAllConnections();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.cut();
    this.#server.close();
    await once(this.#server, "close");
  }
}

interface CopyForm {
  readonly epoch?: string;
  readonly revision?: number;
  readonly rows?: readonly object[];
  /** Forged values; default: the true ones. */
  readonly count?: number;
  readonly sha256?: string;
  readonly format?: number;
}

/** A stream that starts with a whole replica, valid except for the forged members. */
export function copySaid({ epoch = "e1", revision = 7, rows = goodRows(), count = rows.length, ...rest }: CopyForm = {}): string {
  const data = JSON.stringify(rows);
  const sha256 = rest.sha256 ?? createHash("sha256").update(`${data}\n`).digest("hex");
  return [
    event("start", { format: rest.format ?? 1, scope: scope.name, projects: null, epoch, revision }),
    event("copy", { epoch, revision, rows: count }),
    event("rows", rows),
    event("copied", { sha256 }, `${epoch}.${revision}`),
  ].join("");
}

export function event(name: string, data: object, id?: string): string {
  return `${id === undefined ? "" : `id: ${id}\n`}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}

export function goodRows(
  name = "The good copy",
): { project: string; kind: string; id: string; schema: number; revision: number; value: string }[] {
  const header = {
    name,
    languages: ["en"],
    ttl: 30_000,
    reminder: 3_600_000,
    noWindow: "epoch",
    stores: { android: null, apple: null },
    messages: { upgrade: null, maintenance: null, default: null },
  };
  return [{ project: "acme", kind: "project", id: "", schema: 1, revision: 7, value: JSON.stringify(header) }];
}
