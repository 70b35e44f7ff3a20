import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { temporaryDirectories } from "../../test/temporary-directory.ts";
import { ownHolder, writeHolder } from "../store/holder.ts";
import { checkOpenFiles } from "./machine-checks.ts";

const newDirectory = temporaryDirectories();
const isLinux = process.platform === "linux";

test("a process that can have few files open is a warning", { skip: !isLinux }, () => {
  const script = `
    import { checkOpenFiles } from ${JSON.stringify(join(import.meta.dirname, "machine-checks.ts"))};
    console.log(JSON.stringify(checkOpenFiles("/nonexistent")));`;
  const out = execFileSync("sh", ["-c", 'ulimit -n 64; exec "$0" --input-type=module --eval "$1"', process.execPath, script], {
    encoding: "utf8",
  });
  const [check] = JSON.parse(out);
  assert.equal(check.result, "warn");
  assert.match(check.detail, /^64 can be open here, connections included: .*raise the limit/);
});

test("the files of a recorded server that runs are counted in that process", { skip: !isLinux }, () => {
  const directory = newDirectory();
  mkdirSync(directory);
  writeHolder(directory, ownHolder("127.0.0.1:1"));
  const [check] = checkOpenFiles(directory);
  assert.match(check?.detail ?? "", new RegExp(`in the server \\(process ${process.pid}\\)`));
});
