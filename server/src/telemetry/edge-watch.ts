import type { IncomingMessage, ServerResponse } from "node:http";
import { buildStatus, type StatusAnswerServices } from "../admin/answer/status-answer.ts";
import { isSameText } from "../base/hash.ts";
import { sendProblem } from "../base/http/problem.ts";
import { printMetrics, type Registry, textFormatType } from "../base/metrics.ts";

interface EdgeWatchServices extends StatusAnswerServices {
  readonly metricsToken: string | null;
  readonly metrics: Registry;
}

export class EdgeWatch {
  readonly #services: EdgeWatchServices;

  constructor(services: EdgeWatchServices) {
    this.#services = services;
  }

  handle(req: IncomingMessage, res: ServerResponse): void {
    const path = (req.url ?? "").split("?")[0];
    const { metricsToken, metrics } = this.#services;
    const { method = "GET" } = req;
    if (metricsToken === null || (path !== "/metrics" && path !== "/status"))
      sendProblem(res, method, "not_found", "There is nothing at this address.", nosniff);
    else if (!isSameText(/^Bearer +([!-~]+)$/i.exec(req.headers.authorization ?? "")?.[1] ?? "", metricsToken))
      sendProblem(res, method, "unauthorized", "Send the metrics token.", { ...nosniff, "WWW-Authenticate": "Bearer" });
    else if (method !== "GET" && method !== "HEAD")
      sendProblem(res, method, "method_not_allowed", "Use GET or HEAD.", { ...nosniff, Allow: "GET, HEAD" });
    else if (path === "/metrics") send(res, req, printMetrics(metrics), textFormatType);
    else send(res, req, JSON.stringify(buildStatus(this.#services)), "application/json; charset=utf-8");
  }
}

function send(res: ServerResponse, { method }: IncomingMessage, body: string, type: string): void {
  res.writeHead(200, {
    "Content-Type": type,
    "Content-Length": Buffer.byteLength(body),
    "Cache-Control": "no-store",
    ...nosniff,
  });
  res.end(method === "HEAD" ? undefined : body);
}

const nosniff = { "X-Content-Type-Options": "nosniff" };
