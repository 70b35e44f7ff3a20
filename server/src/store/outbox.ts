/** Events for webhooks, beside the log. Tables exist only from the first use on. All methods throw `unavailable`. */
import type { EventType } from "drawbridge-rules/webhooks/event-type.ts";

export interface Outbox {
  /**
   * Gives the work to that process until `until`, unless another one has it: null. A first position is that of `start`.
   * @param now epoch ms by a clock that the processes share
   */
  lease(
    owner: string,
    span: { readonly now: number; readonly until: number },
    start: OutboxPosition,
  ): Promise<OutboxPosition | null>;
  release(owner: string): Promise<void>;
  /** Stores events and moves the position, all or nothing. Returns false if another process has the work. */
  advance(owner: string, position: OutboxPosition, events: readonly NewEvent[]): Promise<boolean>;
  /** Oldest event first. */
  due(webhook: string, now: number, limit: number): Promise<DueDelivery[]>;
  /** Epoch ms; infinity if none waits. */
  nextDue(webhook: string): Promise<number>;
  record(webhook: string, results: readonly DeliveryResult[]): Promise<void>;
  retain(webhooks: readonly string[]): Promise<void>;
  summaries(): Promise<ReadonlyMap<string, DeliverySummary>>;
  /** The last 100, newest first. */
  deliveries(webhook: string): Promise<StoredDelivery[]>;
  /** Returns how many will be sent again. @param event null means all that failed */
  replay(webhook: string, event: string | null, now: number): Promise<number>;
}

export interface OutboxPosition {
  /** Commits up to this revision became events. */
  readonly revision: number;
  /** Events of the clock up to this instant did, epoch ms. */
  readonly at: number;
  /** Names of the conditions that hold, each with an event when it began. */
  readonly conditions: readonly string[];
}

export interface OutboxEvent {
  readonly id: string;
  readonly type: EventType;
  readonly at: number;
  readonly body: string;
}

export interface NewEvent extends OutboxEvent {
  readonly webhooks: readonly string[];
}

export interface DueDelivery extends OutboxEvent {
  readonly attempts: number;
  readonly createdAt: number;
}

export interface DeliveryResult {
  readonly event: string;
  readonly state: DeliveryState;
  readonly attempts: number;
  /** Epoch ms; counts only while it waits. */
  readonly nextAt: number;
  readonly changedAt: number;
  readonly answer: string;
}

export type DeliveryState = "waiting" | "delivered" | "failed";

export interface StoredDelivery extends OutboxEvent, Pick<DeliveryResult, "state" | "attempts" | "nextAt"> {
  readonly answer: string | null;
}

export interface DeliverySummary {
  readonly waiting: number;
  /** Time of the oldest event that was sent and not accepted, epoch ms. */
  readonly failingSince: number | null;
  readonly lastAnswer: string | null;
  readonly lastDeliveredAt: number | null;
}

/** The rest that would wait for the same webhook is stored as failed. */
export const maxWaiting = 10_000;
/** Kept for each webhook. */
export const keptDeliveries = 100;
