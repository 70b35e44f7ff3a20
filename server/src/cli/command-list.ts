import type { Command } from "./command.ts";

/** The start of a server loads its own command alone: the others would take a tenth of its CPU time. */
export async function loadCommands(argv: readonly string[]): Promise<readonly Command[]> {
  const { serve } = await import("./serve.ts");
  if (argv[0] === "serve") return [serve];
  const { clientCommands } = await import("./client-commands.ts");
  const [{ open }, { backup, copy }, { restore }, { doctor }] = await Promise.all([
    import("./open.ts"),
    import("./backup.ts"),
    import("./restore.ts"),
    import("./doctor.ts"),
  ]);
  return [serve, ...clientCommands, open, backup, restore, copy, doctor];
}
