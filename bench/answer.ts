/** The raw form of one answer, so that another server can send the same. */
import { RawSocket } from "../server/test/raw-socket.ts";

export interface Answer {
  /** Names and values in turn, in the original spelling, without headers that Node adds itself. */
  readonly headers: readonly string[];
  readonly body: string;
}

/** Sends the bytes of a request; rejects unless the answer is a 200. */
export async function answerOf(port: number, request: string): Promise<Answer> {
  const raw = await RawSocket.open(port);
  raw.write(request);
  const { status, head, body } = await raw.response();
  raw.socket.destroy();
  if (status !== 200) throw new Error(`${status}: ${body}`);
  const lines = head.split("\r\n").slice(1);
  const headers = lines
    .filter((line) => !/^(date|connection|keep-alive):/i.test(line))
    .flatMap((line) => line.split(/: (.*)/, 2));
  return { headers, body };
}
