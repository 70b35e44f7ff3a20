/** In place of `server/src/cli/commands.ts` in the client's bundle. */
export { clientCommands as commands } from "../../server/src/cli/client-commands.ts";
