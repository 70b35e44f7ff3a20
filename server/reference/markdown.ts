/** @param job one sentence; the line below says that the page is generated */
export function page(title: string, job: string, ...blocks: readonly string[]): string {
  return `${[`# ${title}`, job, ...blocks].filter((block) => block !== "").join("\n\n")}\n`;
}

/** Empty without rows. */
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return rows.length === 0 ? "" : [line(heads), `|${"---|".repeat(heads.length)}`, ...rows.map(line)].join("\n");
}

export function code(text: string): string {
  return `\`${text.replaceAll("|", "\\|")}\``;
}

/** Plain text of the program: nothing in it is markup. */
export function plain(text: string): string {
  return text.replace(/[<>*|[\]]/g, "\\$&");
}

export function fence(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``;
}

/** Begins with a capital letter, and ends with a full stop. */
export function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.:?]$/.test(text) ? "" : "."}`;
}
