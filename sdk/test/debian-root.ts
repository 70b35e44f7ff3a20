/** Commands of a Debian system, which is this one or lies in a directory. */
import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const repository = fileURLToPath(new URL("../..", import.meta.url));

/** Starts a program of the root, in a directory of the repository, which has the same path inside. */
function start(root: string, directory: string, command: readonly string[], env: Readonly<Record<string, string>>): ChildProcess {
  const options = {
    cwd: directory,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"] as ["ignore", "pipe", "pipe"],
  };
  const [program = "", ...rest] = command;
  if (root === "/") return spawn(program, rest, options);
  const enter = [
    'mount -t proc proc "$0/proc"',
    'mount --rbind /dev "$0/dev"',
    'mount -t tmpfs tmp "$0/tmp"',
    // After the mount above: the repository can lie below /tmp.
    'mkdir -p "$0$1"',
    'mount --rbind "$1" "$0$1"',
    'cd "$0$2"',
    'root="$0"',
    "directory=$2",
    "shift 2",
    `TMPDIR=/tmp exec chroot "$root" sh -c 'cd "$0" && exec "$@"' "$directory" "$@"`,
  ].join(" && ");
  const namespaces = process.getuid?.() === 0 ? "-m" : "-rm";
  return spawn("unshare", [namespaces, "sh", "-c", enter, root, repository, directory, ...command], options);
}

export interface Ended {
  readonly code: number | null;
  /** Both outputs, in their order. */
  readonly text: string;
}

/** Runs a program to its end, at most for the given time in ms. */
export async function runInRoot(
  root: string,
  directory: string,
  command: readonly string[],
  limit: number,
  env: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const child = start(root, directory, command, env);
  let text = "";
  for (const output of [child.stdout, child.stderr]) output?.setEncoding("utf8").on("data", (part: string) => (text += part));
  const timer = setTimeout(() => child.kill("SIGKILL"), limit);
  const code = await new Promise<number | null>((done, fail) => child.on("close", done).on("error", fail));
  clearTimeout(timer);
  return { code, text };
}
