/** Logs once when deliveries to the collector start to fail, and once when they succeed again. */
import type { Log } from "../base/log.ts";

/** The part of an export result that is read; code 0 is success. */
interface Result {
  readonly code: number;
  readonly error?: Error;
}

interface Exporter<Items> {
  export(items: Items, done: (result: Result) => void): void;
}

/** @param what name of the data in the log @returns the exporter itself */
export function watchDeliveries<Items, E extends Exporter<Items>>(exporter: E & Exporter<Items>, what: string, log: Log): E {
  const send = exporter.export.bind(exporter);
  let isFailing = false;
  exporter.export = (items, done) =>
    send(items, (result) => {
      const { code, error } = result;
      if ((code !== 0) !== isFailing) {
        isFailing = code !== 0;
        if (!isFailing) log.info?.({ what }, "the OpenTelemetry collector accepts data again");
        else log.error({ what, reason: error?.message ?? "" }, "the OpenTelemetry collector does not accept data");
      }
      done(result);
    });
  return exporter;
}
