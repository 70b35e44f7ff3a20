/**
 * The contract of every store. An adapter that passes is a store; each adapter's test runs it on a real instance of its engine.
 */
import { describe } from "node:test";
import { accountContract } from "./store-contract/accounts.ts";
import type { StoreFactory } from "./store-contract/change.ts";
import { claimContract } from "./store-contract/claims.ts";
import { commitContract } from "./store-contract/commits.ts";
import { compactionContract } from "./store-contract/compaction.ts";
import { followingContract } from "./store-contract/following.ts";
import { historyContract } from "./store-contract/history.ts";
import { idempotencyContract } from "./store-contract/idempotency.ts";
import { lastUsedContract } from "./store-contract/last-used.ts";
import { logRowsContract } from "./store-contract/log-rows.ts";
import { modelContract } from "./store-contract/model.ts";
import { outboxContract } from "./store-contract/outbox.ts";
import { rowContract } from "./store-contract/rows.ts";
import { secretContract } from "./store-contract/secrets.ts";
import { textContract } from "./store-contract/texts.ts";
import { usageContract } from "./store-contract/usage.ts";

/** Registers the suite. `makeStore` returns an open and empty store each time; the suite closes it. */
export function storeContract(name: string, makeStore: StoreFactory): void {
  describe(`the ${name} store`, () => {
    commitContract(makeStore);
    rowContract(makeStore);
    historyContract(makeStore);
    followingContract(makeStore);
    claimContract(makeStore);
    idempotencyContract(makeStore);
    secretContract(makeStore);
    textContract(makeStore);
    lastUsedContract(makeStore);
    usageContract(makeStore);
    outboxContract(makeStore);
    compactionContract(makeStore);
    logRowsContract(makeStore);
    modelContract(makeStore);
    accountContract(makeStore);
  });
}
