/** The read key that `apply --create-key` adds to a project, and the request that shows that it works. */

import type { Context } from "./context.ts";
import { createdLines } from "./credential-commands.ts";

/** Nothing if an active key has this name: scripts may repeat the command. The project may lack keys, but exists. */
export async function createFirstKey(project: string, name: string, { client, output }: Context): Promise<void> {
  const keys = await client.listAll("listReadKeys", { project });
  const known = keys.find((key) => key.name === name && key.state === "active");
  if (known) {
    output.lines([`The read key ${known.id} of ${project} is called ${JSON.stringify(name)} already.`]);
    return;
  }
  const { id, key } = await client.createReadKey({ project, body: { name } });
  const [{ listeners }, { policies }] = await Promise.all([client.getStatus(), client.listPolicies({ project, limit: 1 })]);
  const url = listeners.find(({ serves }) => serves.includes("config"))?.url;
  const query = `platform=${policies[0]?.id ?? "ios"}&current_version=1.0.0`;
  output.lines([
    "",
    ...createdLines(`Created the read key ${id} of ${project}.`, key, "Apps send it in the header x-api-key:"),
    ...(url === undefined ? [] : [`  curl -H 'x-api-key: ${key}' '${url}/api/v1/config?${query}'`]),
  ]);
}
