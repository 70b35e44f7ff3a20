/** The client's address for log lines, unless the settings omit it. */
import { clientAddress, type TrustedProxies } from "./client-address.ts";

/** Log fields; without the address if it is omitted or unknown: a closed connection has none. */
export type LoggedAddress = (peer: string, forwardedFor: string | null) => { readonly address?: string };

export function loggedAddress({
  trustedProxies,
  logAddresses,
}: {
  readonly trustedProxies: TrustedProxies;
  readonly logAddresses: boolean;
}): LoggedAddress {
  if (!logAddresses) return () => ({});
  const addressOf = clientAddress(trustedProxies);
  return (peer, forwardedFor) => {
    const address = addressOf(peer, forwardedFor);
    return address === "" ? {} : { address };
  };
}
