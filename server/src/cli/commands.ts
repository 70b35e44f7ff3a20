/** Every command, in the order in which the help shows them. */
import { backup } from "./backup.ts";
import { clientCommands } from "./client-commands.ts";
import type { Command } from "./command.ts";
import { copy } from "./copy.ts";
import { doctor } from "./doctor.ts";
import { open } from "./open.ts";
import { restore } from "./restore.ts";
import { serve } from "./serve.ts";

export const commands: readonly Command[] = [serve, ...clientCommands, open, backup, restore, copy, doctor];
