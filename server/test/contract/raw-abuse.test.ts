/** The suite of hostile bytes against the read service itself: its answers, its catalog, its way with bodies. */
import { describe } from "node:test";
import { rawAbuse } from "../raw-abuse.ts";
import { config, startReadServer } from "../read-server.ts";

for (const fastPath of [true, false]) {
  describe(`the read service, with the fast path ${fastPath ? "on" : "off"}`, () =>
    rawAbuse(async (limits) => {
      const server = await startReadServer({ projects: [{ project: "shop" }], limits, fastPath });
      const key = await server.addKey("shop");
      return {
        port: server.port,
        target: `${config}?platform=ios&current_version=1.0`,
        headers: `x-api-key: ${key}\r\n`,
        stop: () => server.stop(),
      };
    }));
}
