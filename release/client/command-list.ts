import { clientCommands } from "../../server/src/cli/client-commands.ts";

export const loadCommands = async () => clientCommands;
