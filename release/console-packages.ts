/** Packages in the built console. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
/** They build the console, and are not in it. */
const tools = new Set(["vite", "@vitejs/plugin-react"]);

/** Dependencies of its package, and their dependencies: rather more than the bundle contains than less. */
export function consolePackages(): string[] {
  const { packages: locked } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  const found = new Set<string>();
  const add = (name: string) => {
    const entry = locked[`ui/node_modules/${name}`] ?? locked[`node_modules/${name}`];
    if (tools.has(name) || found.has(name) || !entry) return;
    // A package of this repository is a link; its code is ours.
    if (!entry.link) found.add(name);
    for (const needed of Object.keys((entry.link ? locked[entry.resolved] : entry).dependencies ?? {})) add(needed);
  };
  for (const name of Object.keys(locked.ui.dependencies)) add(name);
  return [...found].sort();
}
