/** A request of an app to the back end, as every framework can describe it. */
export interface AppRequest {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  /** @param name in lower case */
  header(name: string): string | undefined;
}

/** Header of Node's `IncomingHttpHeaders`; repeated values count as none. */
export function readNodeHeader(headers: Readonly<Record<string, string | readonly string[] | undefined>>, name: string) {
  const value = headers[name];
  return typeof value === "string" ? value : undefined;
}

/** Path of a request target, without its query. */
export function readPath(target: string): string {
  const end = target.indexOf("?");
  return end < 0 ? target : target.slice(0, end);
}
