import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { runCommand } from "../../test/recorded-io.ts";
import { loadCommands } from "./command-list.ts";
import { completionNodes } from "./program.ts";

const commands = await loadCommands([]);

const directory = mkdtempSync(join(tmpdir(), "drawbridge-completion-"));
after(() => rmSync(directory, { recursive: true }));
const script = join(directory, "drawbridge.bash");
writeFileSync(script, (await runCommand(["completion", "bash"])).out);
writeFileSync(join(directory, "shop.yaml"), "");

/** Completions that bash itself computes for the last word of each line. */
function completionsOf(lines: readonly string[]): string[][] {
  const calls = lines.map((line) => {
    const words = line.split(" ");
    const quoted = words.map((word) => `'${word}'`).join(" ");
    return `COMP_WORDS=(${quoted}); COMP_CWORD=${words.length - 1}; _drawbridge; echo "\${COMPREPLY[*]}"`;
  });
  const text = execFileSync("bash", ["-uc", `source ${script}\n${calls.join("\n")}`], { cwd: directory, encoding: "utf8" });
  return text.split("\n").map((line) => line.split(" ").filter((word) => word !== ""));
}

const completionOf = (line: string): string[] => completionsOf([line])[0] ?? [];

test("bash completes every command, subcommand and option of the table", () => {
  const paths = commands.map(({ name }) => name);
  const offered = completionsOf([...paths.map((name) => `drawbridge ${name}`), ...paths.map((name) => `drawbridge ${name} -`)]);
  for (const [at, { name, options = [] }] of commands.entries()) {
    assert.ok(offered[at]?.includes(name.split(" ").at(-1) ?? ""), name);
    const long = options.map(({ flags }) => /--[\w-]+/.exec(flags)?.[0] ?? assert.fail(flags));
    const shared = ["--output", "--json", "--url", "--token", "--help"].filter((each) => !long.includes(each));
    assert.deepEqual(offered[paths.length + at], [...long, ...shared], name);
  }
});

test("bash completes choices and files, and no text of the user's own", () => {
  assert.deepEqual(completionOf("drawbridge user grant ada --role v"), ["viewer"]);
  assert.deepEqual(completionOf("drawbridge user grant ada --role = v"), ["viewer"]);
  assert.deepEqual(completionOf("drawbridge protection set --four-eyes ="), ["on", "off"]);
  assert.deepEqual(completionOf("drawbridge apply -f sh"), ["shop.yaml"]);
  assert.deepEqual(completionOf("drawbridge apply --file sh"), ["shop.yaml"]);
  assert.deepEqual(completionOf("drawbridge policy set --project sh"), []);
  assert.deepEqual(completionOf("drawbridge completion f"), ["fish"]);
});

test("bash finds the command behind options, help and operands", () => {
  assert.deepEqual(completionOf("drawbridge --json policy s"), ["show", "set", "step"]);
  assert.deepEqual(completionOf("drawbridge help policy s"), ["show", "set", "step"]);
  assert.deepEqual(completionOf("drawbridge project delete key --conf"), ["--confirm"]);
  assert.deepEqual(completionOf("drawbridge maintenance run -- cat sh"), ["shop.yaml"]);
});

test("zsh and fish get the same words", async () => {
  const [zsh, fish] = [(await runCommand(["completion", "zsh"])).out, (await runCommand(["completion", "fish"])).out];
  assert.match(zsh, /^#compdef drawbridge\n/);
  assert.match(zsh, /compdef _drawbridge drawbridge; fi\n$/);
  for (const { path, words, options } of completionNodes(commands)) {
    const line = zsh.split("\n").find((text) => text.startsWith(`    "${path}") found=(`)) ?? assert.fail(path);
    const ofFish = fish.split("\n").filter((text) => text.startsWith(`complete -c drawbridge -n '__drawbridge_at "${path}"' `));
    assert.equal(ofFish.length, words.length + options.length, path);
    for (const { name } of words) {
      assert.match(line, new RegExp(`'${name}[:']`), path);
      assert.ok(
        ofFish.some((text) => text.includes(` -a ${name}`)),
        `${path} ${name}`,
      );
    }
    for (const { name, value } of options) {
      assert.match(line, new RegExp(`'${name}[:']`), path);
      const option = ofFish.find((text) => text.includes(` -l ${name.slice(2)} `)) ?? assert.fail(name);
      if (Array.isArray(value)) {
        assert.ok(option.includes(` -x -a "${value.join(" ")}"`), name);
        assert.ok(zsh.includes(`"${path} ${name}") compadd -- ${value.join(" ")}; return ;;`), name);
      }
    }
  }
  for (const text of [zsh, fish]) assert.equal((text.match(/(?<!\\)'/g) ?? []).length % 2, 0);
});
