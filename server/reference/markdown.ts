/** @param job one sentence */
export function page(title: string, job: string, ...blocks: readonly string[]): string {
  return `${[`# ${title}`, job, ...blocks].filter((block) => block !== "").join("\n\n")}\n`;
}

export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return rows.length === 0 ? "" : [line(heads), `|${"---|".repeat(heads.length)}`, ...rows.map(line)].join("\n");
}

export function code(text: string): string {
  return `\`${text.replaceAll("|", "\\|")}\``;
}

/** Nothing in the text is markup. */
export function plain(text: string): string {
  return text.replace(/[<>*|[\]]/g, "\\$&");
}

export function fence(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``;
}

export function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.:?]$/.test(text) ? "" : "."}`;
}
