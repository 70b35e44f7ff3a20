/** The licenses of packages, which ask to be passed on with every copy. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");

/** As the package names it: `MIT` */
export function licenseOf(name: string): string {
  return descriptionOf(name).license;
}

/** The texts of all of them. */
export function licensesOf(packages: readonly string[]): string {
  const parts = packages.map((name) => {
    const { folder, version, license } = descriptionOf(name);
    const files = readdirSync(folder).filter((file) => /^(licen[cs]e|notice|copying)/i.test(file));
    const texts = files.sort().map((file) => readFileSync(join(folder, file), "utf8").trim());
    return [`${name} ${version} (${license})`, ...texts].join("\n\n");
  });
  return `${parts.join(`\n\n${"-".repeat(80)}\n\n`)}\n`;
}

function descriptionOf(name: string): { readonly folder: string; readonly version: string; readonly license: string } {
  const folders = ["server", "ui", ""].map((workspace) => join(root, workspace, "node_modules", name));
  const folder = folders.find((path) => existsSync(path));
  if (folder === undefined) throw new Error(`${name} is not installed.`);
  return { folder, ...JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) };
}
