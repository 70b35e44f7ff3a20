/** The answer of `/gate` as far as a back end needs it. */

export interface GateAnswer {
  readonly update: "none" | "recommended" | "forced";
  readonly updateTo: string | null;
  readonly maintenance: "none" | "announced" | "active";
  readonly title: string;
  readonly message: string;
  readonly storeLink: string | null;
  /** End of the reported window in epoch ms of the server's clock; null: not known. */
  readonly windowEnd: number | null;
  /** Epoch ms of the server's clock. */
  readonly nextChangeAt: number | null;
}

/** Null: not an answer of `/gate`. */
export function parseGateAnswer(text: string): GateAnswer | null {
  const body = parseObject(text);
  if (!body) return null;
  const { update, maintenance, title, message } = body;
  if (update !== "none" && update !== "recommended" && update !== "forced") return null;
  if (maintenance !== "none" && maintenance !== "announced" && maintenance !== "active") return null;
  if (typeof title !== "string" || typeof message !== "string") return null;
  const window = isObject(body.window) ? body.window : {};
  return {
    update,
    updateTo: textOrNull(body.update_to),
    maintenance,
    title,
    message,
    storeLink: textOrNull(body.store_link),
    windowEnd: parseInstant(window.end),
    nextChangeAt: parseInstant(body.next_change_at),
  };
}

/** Code of a problem of the read API, such as `unknown_api_key`. */
export function parseProblemCode(text: string): string | undefined {
  const code = parseObject(text)?.code;
  return typeof code === "string" && /^[a-z_]{1,64}$/.test(code) ? code : undefined;
}

function parseObject(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function textOrNull(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

function parseInstant(value: unknown): number | null {
  const ms = typeof value === "string" ? Date.parse(value) : Number.NaN;
  return Number.isNaN(ms) ? null : ms;
}
