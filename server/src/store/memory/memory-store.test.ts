import { storeContract } from "../../../test/store-contract.ts";
import { createMemoryStore } from "./memory-store.ts";

storeContract("memory", async () => createMemoryStore());
