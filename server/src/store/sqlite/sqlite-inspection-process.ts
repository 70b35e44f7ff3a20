/** Prints what sqlite-inspection.ts finds, as JSON: FILE SCHEMA. */
import { inspectFile } from "./sqlite-inspection.ts";

const [file = "", schema = ""] = process.argv.slice(2);
process.stdout.write(JSON.stringify(await inspectFile(file, Number(schema))));
