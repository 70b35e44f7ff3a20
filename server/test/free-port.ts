/** A port for a program that restarts on it, outside the range for outgoing connections. */
import { createServer } from "node:net";

// In turn, from another place in each process: nothing has the port between this look and the program that asks for it.
let next = process.pid * 97;

export async function freePort(): Promise<number> {
  for (;;) {
    const port = 15_000 + (next++ % 15_000);
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once("error", () => resolve(false));
      server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
    });
    if (isFree) return port;
  }
}

export const freeAddress = async () => `127.0.0.1:${await freePort()}`;
