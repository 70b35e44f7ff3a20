/** Tests of the admin API, each with a server of its own. */
import { adminServer, adminServerWithProject } from "./admin-server.ts";
import { testWith } from "./test-with.ts";

/** A test on a server without projects. */
export const serverTest = testWith(() => adminServer());

/** A test on a server with the project `acme`. */
export const acmeTest = testWith(() => adminServerWithProject());
