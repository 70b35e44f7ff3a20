/** The next step on a server without a project. */

/** @param command how the program was started, quoted for a shell */
export function firstProjectLines(projects: number, command: string): string[] {
  if (projects > 0) return [];
  return [
    "",
    `There is no project yet. In another terminal, write a manifest with ${command} init, then apply it:`,
    `  ${command} apply -f drawbridge.yaml --create-key app`,
  ];
}
