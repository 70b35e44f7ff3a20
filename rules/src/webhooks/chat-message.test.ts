import assert from "node:assert/strict";
import { test } from "node:test";
import { pluck } from "../../../server/test/pluck.ts";
import type { EventOf, WebhookEvent } from "../wire/webhook-event.ts";
import { slackMessage, teamsMessage } from "./chat-message.ts";

const started: EventOf<"maintenance.started"> = {
  type: "maintenance.started",
  timestamp: "2026-12-06T01:00:00.000+00:00",
  data: {
    id: "evt_5f2c1e9a7b3d4860a1c2",
    project: "acme-shop",
    revision: 42,
    actor: { kind: "person", name: "Ada" },
    reason: "disk full",
    url: "https://drawbridge.example.com/projects/acme-shop/maintenance",
    text: "Ada started maintenance of Acme Europe until 21:17",
    late: false,
    maintenance: {
      window: "db-upgrade",
      occurrence: "2026-12-06T02:00",
      name: "Database upgrade",
      start: "2026-12-06T01:00:00.000+00:00",
      end: "2026-12-06T03:00:00.000+00:00",
      platforms: null,
      instances: ["eu-1", "us-1"],
    },
  },
};

function saying(text: string, reason: string | null = null): WebhookEvent {
  return { ...started, data: { ...started.data, text, reason } };
}

interface SlackMessage {
  readonly text: string;
  readonly blocks: readonly {
    readonly type: string;
    readonly text?: { readonly text: string };
    readonly fields?: readonly { readonly text: string }[];
  }[];
}

test("a message for one event has its sentence, the facts in UTC and a link", () => {
  const mrkdwn = (text: string) => ({ type: "mrkdwn", text, verbatim: true });
  const open = { type: "plain_text", text: "Open in Drawbridge" };
  const { id, url, text } = started.data;
  assert.deepEqual(slackMessage([started], 0), {
    text,
    blocks: [
      { type: "section", text: mrkdwn(text) },
      {
        type: "section",
        fields: [
          "*Project*\nacme-shop",
          "*By*\nAda",
          "*Reason*\ndisk full",
          "*Maintenance*\nSun 6 Dec 01:00–03:00 (UTC)",
          "*Covers*\neu-1 and us-1",
          "*Time*\nSun 6 Dec 01:00 (UTC)",
        ].map(mrkdwn),
      },
      { type: "actions", elements: [{ type: "button", text: open, url, action_id: id }] },
    ],
  });
  const late = { ...started, data: { ...started.data, actor: null, reason: null, late: true } };
  const card = {
    $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
    type: "AdaptiveCard",
    version: "1.4",
    body: [
      { type: "RichTextBlock", inlines: [{ type: "TextRun", text, size: "medium", weight: "bolder" }] },
      {
        type: "FactSet",
        facts: [
          { title: "Project", value: "acme-shop" },
          { title: "Maintenance", value: "Sun 6 Dec 01:00–03:00 \\(UTC\\)" },
          { title: "Covers", value: "eu-1 and us-1" },
          { title: "Time", value: "Sun 6 Dec 01:00 \\(UTC\\)" },
          { title: "Late", value: "It could not be sent when it happened" },
        ],
      },
    ],
    actions: [{ type: "Action.OpenUrl", title: "Open in Drawbridge", url }],
  };
  const contentType = "application/vnd.microsoft.card.adaptive";
  assert.deepEqual(teamsMessage([late], 0), {
    type: "message",
    attachments: [{ contentType, contentUrl: null, content: card }],
  });
});

test("a message for several events has a sentence with a link for each, and how many more there are", () => {
  const events = ["One", "Two"].map((text) => saying(text));
  const { text, blocks } = slackMessage(events, 1_014) as SlackMessage;
  assert.equal(text, "One\nTwo\nand 1,014 more");
  assert.deepEqual(pluck(blocks, "type"), ["section", "section", "context"]);
  assert.equal(JSON.stringify(blocks).split(started.data.url).length, 3);
  const card = JSON.stringify(teamsMessage(events, 1_014));
  assert.equal(card.split(`"selectAction":{"type":"Action.OpenUrl","url":"${started.data.url}"}`).length, 3);
  assert.match(card, /"text":"and 1,014 more"/);
  assert.deepEqual((slackMessage(events, 0) as SlackMessage).blocks.length, 2);
});

test("texts of operators are no mentions, links or Markdown, and stay readable", () => {
  const typed = "<!channel> *now* [x](https://evil.example) & `rm` 2.*";
  const slack = slackMessage([saying(`Ada: ${typed}`, typed)], 0);
  assert.doesNotMatch(JSON.stringify(slack), /<|>/);
  const escaped = "&lt;!channel&gt; *now* [x](https://evil.example) &amp; `rm` 2.*";
  assert.equal((slack as SlackMessage).blocks[0]?.text?.text, `Ada: ${escaped}`);
  assert.equal((slack as SlackMessage).blocks[1]?.fields?.[2]?.text, `*Reason*\n${escaped}`);
  const teams = (reason: string) => JSON.stringify(teamsMessage([saying("x", reason)], 0));
  const value = "\\<\\!channel\\> \\*now\\* \\[x\\]\\(https://evil.example\\) \\& \\`rm\\` 2.\\*";
  assert.ok(teams(typed).includes(JSON.stringify({ title: "Reason", value })), teams(typed));
  for (const [reason, shown] of [
    ["# big", "\\# big"],
    ["- one", "\\- one"],
    ["12. dozen", "12\\. dozen"],
    ["2.4.0", "2.4.0"],
  ] as const)
    assert.ok(teams(reason).includes(JSON.stringify({ title: "Reason", value: shown })), reason);
});

test("the longest texts stay within the limits of Slack and Teams", () => {
  for (const letter of ["&", "<", "🚧", "*", "\\"]) {
    const long = saying(letter.repeat(5_000), letter.repeat(5_000));
    for (const events of [[long], Array.from({ length: 6 }, () => long)]) {
      const more = events.length === 1 ? 0 : 9;
      const { blocks } = slackMessage(events, more) as SlackMessage;
      assert.ok(blocks.length <= 50);
      for (const { text, fields = [] } of blocks) {
        assert.ok((text?.text.length ?? 0) <= 3_000);
        assert.ok(fields.length <= 10 && fields.every((field) => field.text.length <= 2_000));
      }
      assert.ok(Buffer.byteLength(JSON.stringify(teamsMessage(events, more))) < 28_000);
    }
  }
});
