/** A port for a program that restarts on it, outside the range for outgoing connections. */
import { createServer } from "node:net";

export async function freePort(): Promise<number> {
  for (;;) {
    const port = 15_000 + Math.floor(Math.random() * 15_000);
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once("error", () => resolve(false));
      server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
    });
    if (isFree) return port;
  }
}

export async function freeAddress(): Promise<string> {
  return `127.0.0.1:${await freePort()}`;
}
