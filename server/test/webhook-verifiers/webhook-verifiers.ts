/** The reference verifiers of Standard Webhooks. Those for Python and Go run in a process of their own, and only in drills. */
import assert from "node:assert/strict";
import { Webhook } from "standardwebhooks";
import { runOnLines, runPython } from "../python-environment.ts";

export interface RecordedDelivery {
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** `whsec_…` */
  readonly secret: string;
}

/** For each delivery why it is refused; "" means that it is accepted. Each refuses what is older than five minutes. */
export type Verifier = (deliveries: readonly RecordedDelivery[]) => string[];

export const verifyByJavaScript: Verifier = (deliveries) =>
  deliveries.map(({ headers, body, secret }) => {
    try {
      new Webhook(secret).verify(body, headers);
      return "";
    } catch (error) {
      return String(error);
    }
  });

export const verifyByPython: Verifier = (deliveries) => runPython("webhook-verifiers/verify.py", deliveries);

/** Needs Go. */
export const verifyByGo: Verifier = (deliveries) => runOnLines("go", ["run", "."], deliveries, import.meta.dirname);

/** All three. @throws AssertionError with the refusals */
export function verifyByAll(deliveries: readonly RecordedDelivery[]): void {
  for (const verify of [verifyByJavaScript, verifyByPython, verifyByGo]) {
    const refusals = verify(deliveries);
    assert.equal(refusals.length, deliveries.length);
    assert.deepEqual([...new Set(refusals)].filter(Boolean), []);
  }
}
