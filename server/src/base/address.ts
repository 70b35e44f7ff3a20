export interface Address {
  /** Without brackets; empty for every address of the machine. */
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
}

export function parseAddress(text: string): Address | null {
  const match = /^(?:\[([0-9a-fA-F:.]{2,45})\]|([A-Za-z0-9.-]{0,253})):([0-9]{1,5})$/.exec(text);
  if (match === null) return null;
  const port = Number(match[3]);
  if (port > 65_535) return null;
  return { host: match[1] ?? match[2] ?? "", port };
}

export function printAddress({ host, port }: Address): string {
  return `${host.includes(":") ? `[${host}]` : host}:${port}`;
}

export function isLoopback({ host }: Address): boolean {
  return host === "localhost" || host === "::1" || /^127(\.[0-9]{1,3}){3}$/.test(host);
}

/** @param hostname as in a URL: an IPv6 address is in brackets */
export function isLoopbackName(hostname: string): boolean {
  return isLoopback({ host: hostname.replace(/^\[(.*)\]$/, "$1"), port: 0 });
}

export function isSecureOrLocal({ protocol, hostname }: URL): boolean {
  return protocol === "https:" || (protocol === "http:" && isLoopbackName(hostname));
}

/** A URL for this machine. */
export function urlForAddress({ host, port }: Address): string {
  const reachable = host === "" || host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "::1" : host;
  return `http://${printAddress({ host: reachable, port })}`;
}
