/** In place of `server/src/cli/command-list.ts` in the client's bundle. */
import { clientCommands } from "../../server/src/cli/client-commands.ts";

export const loadCommands = async () => clientCommands;
