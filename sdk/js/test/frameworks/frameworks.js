/** Adapters in real servers of frameworks that the repository does not depend on. */
import { once } from "node:events";
import { test } from "node:test";
import express from "express";
import fastify from "fastify";
import { expressGate, fastifyGate } from "../../server/index.ts";
import { checkAdapter } from "../adapter-check.ts";

/** @type {import("../adapter-check.ts").StartAdapted} */
async function startExpress(gate, handled) {
  const router = express.Router().use((_request, response) => {
    handled();
    response.send("handled");
  });
  // In a router that removes its own part of the path.
  const server = express().use("/api", expressGate(gate), router).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    close: async () => {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** @type {import("../adapter-check.ts").StartAdapted} */
async function startFastify(gate, handled) {
  const app = fastify();
  app.addHook("onRequest", fastifyGate(gate));
  app.all("/*", async () => {
    handled();
    return "handled";
  });
  return { url: await app.listen({ port: 0, host: "127.0.0.1" }), close: () => app.close() };
}

test("Express refuses with 426 and 503, and passes everything else", () => checkAdapter(startExpress));
test("Fastify refuses with 426 and 503, and passes everything else", () => checkAdapter(startFastify));
