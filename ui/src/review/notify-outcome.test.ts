/** With processes of its own that answer reads, one of which does not keep up. */
import { after, before, test } from "node:test";
import { ownAddresses, statusOf, until } from "../../../server/test/several-processes.ts";
import { temporaryDirectories } from "../../../server/test/temporary-directory.ts";
import { becomes } from "../../test/becomes.ts";
import { type Console, shop, startConsole } from "../../test/console-page.ts";
import { instanceTexts } from "../instances/instance-texts.ts";
import { readKeyTexts } from "../read-keys/read-key-texts.ts";
import { en } from "../texts/en.ts";

const directories = temporaryDirectories();
const { notEverywhere } = en.review;
let running: Console;
before(async () => {
  running = await startConsole(directories(), { env: { ...ownAddresses, DRAWBRIDGE_WORKERS: "2" } });
});
after(() => running.close());

/** Stops one of the processes from taking in changes. Returns its pid. */
function stall(): number {
  const [pid = 0] = statusOf(running.program).pids;
  process.kill(pid, "SIGSTOP");
  return pid;
}

/** Another one is in its place. */
async function replaced(stalled: number): Promise<void> {
  await until(
    () => statusOf(running.program),
    ({ ready, wanted, behind, pids }) => ready === wanted && behind === 0 && pids.length === wanted && !pids.includes(stalled),
  );
}

test("a process that lags behind is reported after publishing, and after an immediate action", async () => {
  const { page, assertClean, accessible } = await running.open({ path: `projects/${shop}/instances?edit=eu-1` });
  const publish = async (name: string) => {
    await page.getByRole("textbox", { name: instanceTexts.en.name }).first().fill(name);
    await page.getByRole("button", { name: en.actions.save }).click();
    await page.getByRole("button", { name: en.review.publish, exact: true }).click();
    await page.getByText(en.review.published, { exact: true }).first().waitFor();
  };
  const first = stall();
  await publish("Europe one");
  await page.getByText(notEverywhere).waitFor();
  await accessible();
  const { body } = await running.program.admin("POST", `/admin/v1/projects/${shop}/keys`, { name: "short" });
  await replaced(first);
  const second = stall();
  await page.goto(`${running.program.urls.admin}/console/projects/${shop}/keys?edit=${body.id}`);
  await page.getByRole("textbox", { name: en.fields.typeToConfirm("short") }).fill("short");
  await page.getByRole("button", { name: readKeyTexts.en.revoke, exact: true }).click();
  await page.getByText(notEverywhere).waitFor();
  // Where all of them keep up, there is nothing to say.
  await page.goto(`${running.program.urls.admin}/console/projects/${shop}/instances?edit=eu-1`);
  await replaced(second);
  await publish("Europe two");
  await becomes(() => page.getByText(notEverywhere).count(), 0);
  assertClean();
});
