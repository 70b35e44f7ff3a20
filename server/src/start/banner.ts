import type { Log } from "../base/log.ts";

export class Banner {
  readonly #log: Pick<Log, "info">;
  #lines: string[] | null = [];

  constructor(log: Pick<Log, "info">) {
    this.#log = log;
  }

  get isPrinted(): boolean {
    return this.#lines === null;
  }

  show(lines: readonly string[]): void {
    if (this.#lines) this.#lines.push(...lines);
    else for (const line of lines.filter(Boolean)) this.#log.info?.({ event: "server.message" }, line);
  }

  /** The lines shown so far. */
  print(): readonly string[] {
    const lines = this.#lines ?? [];
    this.#lines = null;
    return lines;
  }
}

/** The next step on a server without a project. @param command how the program was started, quoted for a shell */
export function firstProjectLines(projects: number, command: string): string[] {
  if (projects > 0) return [];
  return [
    "",
    `There is no project yet. In another terminal, write a manifest with ${command} init, then apply it:`,
    `  ${command} apply -f drawbridge.yaml --create-key app`,
  ];
}
