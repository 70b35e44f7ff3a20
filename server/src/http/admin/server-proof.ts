/**
 * Proves to a command on this machine that this is the server in the data directory's record, before the command sends its token.
 */
import { z } from "zod";
import type * as wire from "../../../../client/src/wire.ts";
import { type AdminRoute, route } from "./admin-route.ts";

interface ServerProofServices {
  /** Computes the proof that this process is the recorded one. */
  readonly proveServer: (challenge: string) => string;
}

const challengeRule = "expected 32 random bytes in base64url: 43 characters";
const query = z.strictObject({
  challenge: z
    .string({ error: challengeRule })
    .regex(/^[\w-]{43}$/, challengeRule)
    .meta({ description: "32 random bytes in base64url", examples: ["q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA"] }),
});

const proofSchema = z
  .strictObject({ proof: z.string() })
  .meta({ id: "ServerProof", examples: [{ proof: "8sQ0cE0p4YJ4t8sYyN3yZb1rj9m3v2m0hJ0z3hXqvWk" }] });

export function serverProofRoutes({ proveServer }: ServerProofServices): AdminRoute[] {
  return [
    route("proveServer", {
      permission: "public",
      isQuiet: true,
      tag: "Status",
      summary: "Proves that this server is the one recorded in its data directory",
      description:
        "The command line asks before it sends a token to a server that it was not given the address of. Only who can read the data directory can check the answer.",
      query,
      answers: { 200: { description: "The proof for this challenge", schema: proofSchema } },
      handle: async (request) => {
        const body: wire.ServerProof = { proof: proveServer(request.query.challenge) };
        return { status: 200, body };
      },
    }),
  ];
}
