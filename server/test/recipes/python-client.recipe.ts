/** The client that openapi-python-client generates: it has every operation, and lists, previews and edits. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import { paths } from "drawbridge-rules/api/paths.ts";
import { startProgram } from "../running-program.ts";
import { inTemporaryDirectory } from "../temporary-directory.ts";
import { missing, runForeign } from "./foreign-program.ts";

const generator = "openapi-python-client";

const calls = `
import json, sys
from drawbridge_client.client import AuthenticatedClient
from drawbridge_client.api.version_policies import list_platforms, patch_platform
from drawbridge_client.models import PlatformPatch

client = AuthenticatedClient(base_url=sys.argv[1], token=sys.argv[2])
ios = lambda: next(one for one in list_platforms.sync("acme-shop", client=client).platforms if one.id == "ios")
patch = PlatformPatch(minimum="2.3.0", recommended=None)
before = ios()
preview = patch_platform.sync("acme-shop", "ios", client=client, body=patch, dry_run=True)
edited = patch_platform.sync("acme-shop", "ios", client=client, body=patch, if_match=before.etag)
after = ios().to_dict()
print(json.dumps([preview.dry_run, preview.changed, edited.changed, after.get("minimum"), after.get("recommended")]))
`;

test("the client of openapi-python-client has every operation, and lists, previews and edits", {
  skip: missing(generator, `pip install ${generator}`),
}, async () => {
  await using program = await startProgram({ example: true });
  await inTemporaryDirectory(async (directory) => {
    const document = join(directory, "openapi.json");
    writeFileSync(document, await (await fetch(`${program.urls.admin}/openapi.json`)).text());
    const client = join(directory, "client");
    const said = runForeign(generator, ["generate", "--path", document, "--output-path", client, "--meta", "setup"]);
    assert.doesNotMatch(said, /duplicate/);
    const { paths: described } = JSON.parse(readFileSync(document, "utf8"));
    for (const [id, place] of Object.entries(paths)) {
      const [method = "", path = ""] = place.split(" ");
      const [tag = ""] = described[path][method.toLowerCase()].tags;
      const file = join(client, "drawbridge_client", "api", pythonName(tag), `${pythonName(id)}.py`);
      assert.ok(existsSync(file), `${id} was left out: ${said}`);
    }
    writeFileSync(join(client, "calls.py"), calls);
    // The server is in this process, so that nothing may block it.
    const called = await promisify(execFile)("python3", [join(client, "calls.py"), program.urls.admin, program.token]);
    assert.deepEqual(JSON.parse(called.stdout), [true, true, true, "2.3.0", null]);
  });
});

function pythonName(name: string): string {
  return name.replaceAll(/(?<=[a-z])[A-Z]| /g, (found) => `_${found.trim()}`).toLowerCase();
}
