/** One thing that `doctor` looked at. */
export interface Check {
  readonly name: string;
  readonly result: "ok" | "warn" | "fail";
  /** Finding and, unless it is ok, the next step. */
  readonly detail: string;
}

export function ok(name: string, detail: string): Check {
  return { name, result: "ok", detail };
}

export function warn(name: string, detail: string): Check {
  return { name, result: "warn", detail };
}

export function fail(name: string, detail: string): Check {
  return { name, result: "fail", detail };
}
