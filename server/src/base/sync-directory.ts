import { open } from "node:fs/promises";

export async function syncDirectory(path: string): Promise<void> {
  // Windows cannot open directories, and keeps names by itself.
  if (process.platform === "win32") return;
  const directory = await open(path, "r");
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}
