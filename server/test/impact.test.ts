/** The impact of a change is what apps get when they send the same requests after it was published. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { guards } from "drawbridge-rules/changes/refusal.ts";
import type { PolicyImpact } from "drawbridge-rules/impact/policy-impact.ts";
import type { Edit } from "drawbridge-rules/project/resource.ts";
import type { VersionPolicy } from "drawbridge-rules/versions/version-policy.ts";
import type { CreatedReadKey } from "drawbridge-rules/wire/read-key.ts";
import fc from "fast-check";
import { answerRead } from "../src/http/read-api.ts";
import { type AdminServer, adminServerWithProject } from "./admin-server.ts";
import { versionText } from "./arbitrary-version.ts";
import { smallPolicy, smallWorld } from "./small-version-world.ts";

const eightDays = 8 * 86_400_000;
const texts = smallWorld().map(({ text }) => text);
const requests = fc.array(fc.tuple(fc.oneof(fc.constantFrom(...texts), versionText), fc.integer({ min: 1, max: 4 })), {
  maxLength: 12,
});

test("for any policies and requests, the impact is what the same requests get after publishing", async () => {
  const server = await adminServerWithProject();
  const { key } = (await server.of("POST", "acme/keys", { body: { name: "ios" } })).json<CreatedReadKey>();
  await fc.assert(
    fc.asyncProperty(smallPolicy(), smallPolicy(), requests, async (before, after, sent) => {
      server.now += eightDays;
      // Nothing writes the counts of this server, so they would all be kept.
      server.catalog.usage.take();
      server.catalog.usage.forgetOld(server.now);
      await publish(server, before);
      const was = sent.map(([version, count]) => [ask(server, key, version, count), count] as const);
      const found = await publish(server, after);
      const expected = { requests: 0, forced: 0, freed: 0, recommended: 0 };
      for (const [index, [old, count]] of was.entries()) {
        const next = ask(server, key, sent[index]?.[0] ?? "", 1);
        expected.requests += count;
        if (next.isForced !== old.isForced) expected[next.isForced ? "forced" : "freed"] += count;
        else if (next.rule === "below_recommended" && old.rule !== next.rule) expected.recommended += count;
      }
      // Without a change of the policy, nothing is counted.
      const { forced = 0, freed = 0, recommended = 0, requests = expected.requests } = found?.day ?? {};
      assert.deepEqual({ requests, forced, freed, recommended }, expected);
      assert.deepEqual(found?.week ?? null, found?.day ?? null);
    }),
    { numRuns: 1000 },
  );
});

/** Publishes past all guards; returns the impact. */
async function publish(
  { publisher }: AdminServer,
  { blocked, exempt, ...bounds }: VersionPolicy,
): Promise<PolicyImpact | undefined> {
  const policy = { ...bounds, blocked: [...new Set(blocked)], exempt: [...new Set(exempt)] };
  const { plan } = await publisher.publish({
    project: "acme",
    actor: "ada",
    reason: "tried",
    override: guards.filter((guard) => guard !== "four_eyes"),
    dryRun: false,
    edits: (state) => {
      const platform = state.platform.get("ios")?.value;
      assert.ok(platform);
      return [{ kind: "platform", id: "ios", value: { ...platform, policy } } satisfies Edit];
    },
  });
  return plan.impact[0];
}

/** The answer that the app gets each time. */
function ask({ catalog, now }: AdminServer, key: string, version: string, times: number) {
  const api = { serves: ["config"] as const, catalog, now: () => now };
  const nothing = { ifNoneMatch: null, acceptLanguage: null, contentLength: 0, chunked: false };
  const query = new URLSearchParams({ platform: "ios", current_version: version }).toString();
  const read = { method: "GET", path: "/api/v1/config", query, key, keyCount: 1, ...nothing };
  let answer = answerRead(api, read);
  for (let i = 1; i < times; i++) answer = answerRead(api, read);
  assert.equal(answer.status, 200);
  const { headers, body } = answer;
  const rule = headers[headers.findIndex((name) => name.toLowerCase() === "drawbridge-reason") + 1];
  return { isForced: JSON.parse(body ?? "").force_upgrade as boolean, rule };
}
