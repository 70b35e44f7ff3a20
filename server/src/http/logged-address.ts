/** What a line of the log says of where a request came from: the address of the client, unless the settings leave it out. */
import { clientAddress, type TrustedProxies } from "./client-address.ts";

/** Fields of a line. Without the address where it is left out, or where nobody knows it: a connection that is gone has none. */
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
