/** Load of reads over a proxy, which lists those that failed. */
import { until } from "../until.ts";
import { ask, type ProxyAddress } from "./proxied-client.ts";
import { config } from "./proxy-checks.ts";

/** Eight clients that read one after the other, each over a connection of its own. */
export class ReadLoad {
  answered = 0;
  readonly #failed: string[] = [];
  #isOver = false;
  readonly #clients: Promise<void>[];

  constructor(proxy: ProxyAddress, key: string) {
    this.#clients = Array.from({ length: 8 }, () => this.#read(proxy, key));
  }

  async #read(proxy: ProxyAddress, key: string): Promise<void> {
    while (!this.#isOver) {
      try {
        const { status, text } = await ask(proxy, config, { headers: { "x-api-key": key } });
        if (status !== 200) this.#failed.push(`${status} ${text}`);
      } catch (error) {
        this.#failed.push(String(error));
      }
      this.answered++;
    }
  }

  async until(count: number): Promise<void> {
    await until(
      () => this.answered,
      (answered) => answered >= count,
    );
  }

  async end(): Promise<readonly string[]> {
    this.#isOver = true;
    await Promise.all(this.#clients);
    return this.#failed;
  }
}
