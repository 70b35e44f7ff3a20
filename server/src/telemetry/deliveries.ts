/** Whether what is sent arrives: said once when it does not any more, and once when it does again. */
import type { Log } from "../http/traffic.ts";

/** Of an exporter, what is looked at: 0 is success. */
interface Result {
  readonly code: number;
  readonly error?: Error;
}

interface Exporter<Items> {
  export(items: Items, done: (result: Result) => void): void;
}

export class Deliveries {
  readonly #log: Log;
  #isFailing = false;

  constructor(log: Log) {
    this.#log = log;
  }

  watched<Items, E extends Exporter<Items>>(exporter: E & Exporter<Items>): E {
    const send = exporter.export.bind(exporter);
    exporter.export = (items, done) =>
      send(items, (result) => {
        this.#note(result);
        done(result);
      });
    return exporter;
  }

  #note({ code, error }: Result): void {
    const isFailing = code !== 0;
    if (isFailing === this.#isFailing) return;
    this.#isFailing = isFailing;
    if (!isFailing) this.#log.info?.({}, "the OpenTelemetry collector takes what it is sent again");
    else this.#log.error({ reason: error?.message ?? "" }, "the OpenTelemetry collector does not take what it is sent");
  }
}
