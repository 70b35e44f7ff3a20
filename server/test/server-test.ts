/** Tests of the admin API, each with a server of its own. */
import { test } from "node:test";
import { type AdminServer, adminServer, adminServerWithProject } from "./admin-server.ts";

type Run = (server: AdminServer) => Promise<unknown>;

/** A test on a server without projects. */
export const serverTest = (name: string, run: Run) => void test(name, async () => void (await run(await adminServer())));

/** A test on a server with the project `acme`. */
export const acmeTest = (name: string, run: Run) => void test(name, async () => void (await run(await adminServerWithProject())));
