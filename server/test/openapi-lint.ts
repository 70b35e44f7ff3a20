/** `npm run openapi-lint -- [--seconds 300]`: the document against spectral, redocly and `schemathesis` in the PATH, all over the network. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { startProgram } from "./running-program.ts";

const { values } = parseArgs({ options: { seconds: { type: "string", default: "300" } } });
const directory = mkdtempSync(join(tmpdir(), "openapi-lint-"));
const program = await startProgram({ directory, example: true });
const expected = `
hooks = "refusals.py"
[checks.positive_data_acceptance]
enabled = false
[checks.negative_data_rejection]
expected-statuses = ["400", "401", "403", "404", "405", "406", "409", "412", "413", "415", "422", "428", "429", "5xx"]
`;

/** Reasons to refuse a request that is valid by its schema, since no schema can say them. 409, 412 and 428 answer to a state anyway. */
const beyondSchema = {
  // Edits and verbs of maintenance, both histories, `listMaintenance`, `applyManifest`.
  parameters: "when a guard is overridden|is required with `id`|add propose=true|later than `from`|the project in the path",
  // `undo`, requests for keys and tokens, `startMaintenance`, `getAdoption`.
  state: "no (platform|instance) with this name|is not an instance|a revision (that|at which)|cannot be undone|to undo that",
  // `putMember`, `putAdministrator`, `moveReadKey`.
  owners: "is a disabled person|a project other than the one that has the key",
  // Requests for keys and tokens and their patches, windows.
  clock: "in the future|at most 30 days ahead|later than `start`|days after `start`",
  // Durations in windows, projects, verbs and `rotateReadKey`; revisions above 2^53; ids and versions of too many UTF-16 units.
  lengths: "a duration (of|from|above)|maintenance of at most|a whole number from|characters without control|a version in quotes",
  // Windows and manifests; `patchMaintenanceWindow` meets what is stored.
  windows: "an IANA zone|is not supported; expected FREQ|`duration` and `end`|a window requires|each name once",
  // Reasons, logins, messages that must not be empty, and platforms whose name decides whether `store` is required.
  texts: "invisible characters|expected a login|is empty: a screen|at least one language|the link that a blocked app opens",
};
const refusals = `
import re
import schemathesis

explained = re.compile(r"""${Object.values(beyondSchema).join("|")}""")

@schemathesis.check
def explained_refusal(ctx, response, case):
    if not case.meta.generation.mode.is_positive or response.status_code not in (400, 422):
        return
    problem = response.json()
    for error in problem.get("errors") or [problem]:
        assert explained.search(error["detail"]), f"{error.get('path')}: {error['detail']}"
`;

/** Findings are printed, and change nothing of what comes after. The server runs in this process, so nothing may block it. */
const run = async (command: string, ...args: readonly string[]) => {
  const [code] = await once(spawn(command, args, { cwd: directory, stdio: "inherit" }), "close");
  if (code !== 0) process.exitCode = 1;
};
try {
  writeFileSync(join(directory, "openapi.json"), await (await fetch(`${program.urls.admin}/openapi.json`)).text());
  writeFileSync(join(directory, "spectral.json"), '{ "extends": ["spectral:oas"] }');
  await run("npx", "--yes", "@stoplight/spectral-cli@6.16.3", "lint", "openapi.json", "--ruleset", "spectral.json");
  // The provider's callback succeeds with a redirect.
  writeFileSync(join(directory, "redocly.yaml"), "extends: [recommended]\nrules: { operation-2xx-response: off }\n");
  await run("npx", "--yes", "@redocly/cli@2.77.0", "lint", "openapi.json");
  writeFileSync(join(directory, "schemathesis.toml"), expected);
  writeFileSync(join(directory, "refusals.py"), refusals);
  const bounds = ["--phases", "examples,coverage,fuzzing", "--max-examples", "20", "--workers", "1", "--seed", "1"];
  const streams = ["getEvents", "getProjectEvents"].flatMap((id) => ["--exclude-operation-id", id]);
  const sign = ["--header", `Authorization: Bearer ${program.token}`, "--max-time", values.seconds, "--continue-on-failure"];
  await run(
    "schemathesis",
    "--config-file",
    "schemathesis.toml",
    "run",
    `${program.urls.admin}/openapi.json`,
    ...bounds,
    ...streams,
    ...sign,
  );
} finally {
  await program.stop();
  rmSync(directory, { recursive: true, force: true });
}
