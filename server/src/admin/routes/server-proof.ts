/**
 * Proves to a command on this machine that this is the server in the data directory's record, before the command sends its token.
 */

interface ServerProofServices {
  /** Computes the proof that this process is the recorded one. */
  readonly proveServer: (challenge: string) => string;
}

import type * as wire from "drawbridge-rules/wire/status.ts";
import { type AdminRoute, route } from "../request/admin-route.ts";

export function serverProofRoutes({ proveServer }: ServerProofServices): AdminRoute[] {
  return [
    route("proveServer", {
      permission: "public",
      isQuiet: true,
      tag: "Status",
      summary: "Prove that this is the server recorded in the data directory",
      description:
        "The command line checks it before it sends a token to a server whose address was not given. Only users who can read the data directory can check the answer.",
      answers: { 200: { description: "The proof for this challenge" } },
      handle: async (request) => {
        const body: wire.ServerProof = { proof: proveServer(request.query.challenge) };
        return { status: 200, body };
      },
    }),
  ];
}
