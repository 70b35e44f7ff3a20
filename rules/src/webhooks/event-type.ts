export const eventTypes = [
  "maintenance.scheduled",
  "maintenance.started",
  "maintenance.changed",
  "maintenance.ended",
  "maintenance.overrunning",
  "policy.published",
  "step.due",
  "forced_share.exceeded",
  "forced_share.recovered",
  "change.proposed",
  "change.decided",
  "guard.overridden",
  "key.expiring",
  "system.problem",
  "system.recovered",
] as const;
export type EventType = (typeof eventTypes)[number];

export const webhookFormats = ["standard", "slack", "teams", "alertmanager"] as const;
export type WebhookFormat = (typeof webhookFormats)[number];
