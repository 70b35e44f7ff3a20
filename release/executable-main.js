// Main module of the single executable. The program starts processes of its own by the path of a module inside it; everything else is
// a command line.
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const modules = join(import.meta.dirname, "server", "lib");
const [program = "", , first = ""] = process.argv;
const isModule = first.startsWith(modules);
if (isModule) process.argv.splice(1, 1);
// As it was found, also if the PATH led to it: hints name the command by this.
else process.argv[1] = program;
await import(pathToFileURL(isModule ? first : join(modules, "drawbridge.js")).href);
