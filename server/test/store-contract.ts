/** An adapter that passes is a store; each adapter's test runs it on a real instance of its engine. */
import { describe, it } from "node:test";
import { accountContract } from "./store-contract/accounts.ts";
import type { StoreFactory, WithStore } from "./store-contract/change.ts";
import { commitContract } from "./store-contract/commits.ts";
import { compactionContract } from "./store-contract/compaction.ts";
import { followingContract } from "./store-contract/following.ts";
import { historyContract } from "./store-contract/history.ts";
import { lastUsedContract } from "./store-contract/last-used.ts";
import { logRowsContract } from "./store-contract/log-rows.ts";
import { modelContract } from "./store-contract/model.ts";
import { outboxContract } from "./store-contract/outbox.ts";
import { textContract } from "./store-contract/texts.ts";
import { usageContract } from "./store-contract/usage.ts";

/** Registers the suite. `makeStore` returns an open and empty store each time; the suite closes it. */
export function storeContract(name: string, makeStore: StoreFactory): void {
  const withStore: WithStore = (sentence, test) =>
    it(sentence, async () => {
      const store = await makeStore();
      try {
        await test(store);
      } finally {
        await store.close();
      }
    });
  describe(`the ${name} store`, () => {
    commitContract(withStore, makeStore);
    historyContract(withStore);
    followingContract(withStore);
    textContract(withStore);
    lastUsedContract(withStore);
    usageContract(withStore);
    outboxContract(withStore);
    compactionContract(withStore, makeStore);
    logRowsContract(withStore);
    modelContract(makeStore);
    accountContract(withStore);
  });
}
