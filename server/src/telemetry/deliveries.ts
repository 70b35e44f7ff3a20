/** Whether what is sent arrives: said once when it does not any more, and once when it does again. */
import type { Log } from "../base/log.ts";

/** Of an exporter, what is looked at: 0 is success. */
interface Result {
  readonly code: number;
  readonly error?: Error;
}

interface Exporter<Items> {
  export(items: Items, done: (result: Result) => void): void;
}

/** @param what is sent, for the log @returns the exporter itself */
export function watchDeliveries<Items, E extends Exporter<Items>>(exporter: E & Exporter<Items>, what: string, log: Log): E {
  const send = exporter.export.bind(exporter);
  let isFailing = false;
  exporter.export = (items, done) =>
    send(items, (result) => {
      const { code, error } = result;
      if ((code !== 0) !== isFailing) {
        isFailing = code !== 0;
        if (!isFailing) log.info?.({ what }, "the OpenTelemetry collector takes what it is sent again");
        else log.error({ what, reason: error?.message ?? "" }, "the OpenTelemetry collector does not take what it is sent");
      }
      done(result);
    });
  return exporter;
}
