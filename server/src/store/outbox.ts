/**
 * Events on their way to webhooks: the position up to which the log and the clock became events, and their deliveries. A part of
 * the storage port, beside the log. Its tables exist from the first use on: an installation without webhooks has none.
 */
import type { EventType } from "drawbridge-rules/webhooks/event-type.ts";

export interface Outbox {
  /**
   * Gives the work of the installation to that process until `until`, unless another one has it: null. A first position is that
   * of `start`. @param now epoch ms by a clock that the processes share @throws unavailable
   */
  lease(
    owner: string,
    span: { readonly now: number; readonly until: number },
    start: OutboxPosition,
  ): Promise<OutboxPosition | null>;
  /** Lets another process begin immediately. @throws unavailable */
  release(owner: string): Promise<void>;
  /** Stores events and moves the position, all or nothing. Returns false if another process has the work. @throws unavailable */
  advance(owner: string, position: OutboxPosition, events: readonly NewEvent[]): Promise<boolean>;
  /** Deliveries that are to be sent now, oldest event first. @throws unavailable */
  due(webhook: string, now: number, limit: number): Promise<DueDelivery[]>;
  /** When the next delivery is to be sent, epoch ms; infinity: none waits. @throws unavailable */
  nextDue(webhook: string): Promise<number>;
  /** Stores what became of deliveries. @throws unavailable */
  record(webhook: string, results: readonly DeliveryResult[]): Promise<void>;
  /** Deletes the deliveries of other webhooks than these; none: everything. @throws unavailable */
  retain(webhooks: readonly string[]): Promise<void>;
  /** @throws unavailable */
  summaries(): Promise<ReadonlyMap<string, DeliverySummary>>;
  /** The last 100, newest first. @throws unavailable */
  deliveries(webhook: string): Promise<StoredDelivery[]>;
  /** Lets an event be sent again. Returns how many. @param event null means all that failed @throws unavailable */
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
  /** When it happened, epoch ms. */
  readonly at: number;
  /** JSON text of the event. */
  readonly body: string;
}

export interface NewEvent extends OutboxEvent {
  readonly webhooks: readonly string[];
}

export interface DueDelivery extends OutboxEvent {
  /** How often it was sent. */
  readonly attempts: number;
  /** When it was stored, epoch ms. */
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

export interface StoredDelivery extends OutboxEvent {
  readonly state: DeliveryState;
  readonly attempts: number;
  readonly nextAt: number;
  readonly answer: string | null;
}

export interface DeliverySummary {
  readonly waiting: number;
  /** Time of the oldest event that was sent and not accepted, epoch ms. */
  readonly failingSince: number | null;
  readonly lastAnswer: string | null;
  /** Epoch ms. */
  readonly lastDeliveredAt: number | null;
}

/** Deliveries that wait for one webhook at most: what happens then is stored as failed. */
export const maxWaiting = 10_000;
/** Finished deliveries that are kept for each webhook. */
export const keptDeliveries = 100;
