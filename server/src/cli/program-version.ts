/** The version of the program, from the one place where it is written. */
import packageFile from "../../package.json" with { type: "json" };

export const programVersion: string = packageFile.version;
