/** Tests of the admin API, each with a server of its own. */
import { adminServer, adminServerWithProject } from "./admin-server.ts";
import { testWith } from "./test-with.ts";

export const serverTest = testWith(() => adminServer());

export const acmeTest = testWith(() => adminServerWithProject());
