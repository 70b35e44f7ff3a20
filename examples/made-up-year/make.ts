/** Makes the year in a new data directory or an empty database, that of the settings: `npm run made-up-year`. */
import { settingsFromProcess } from "../../server/src/base/settings.ts";
import { openStore } from "../../server/src/store/open-store.ts";
import { fillYear } from "./fill-store.ts";

const store = await openStore(settingsFromProcess());
try {
  const key = await fillYear(store, Date.now());
  console.log(`Made a year of Acme Travel, with made-up releases and requests. Its read key: ${key}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await store.close();
}
