export interface ServerNeed {
  readonly key: string;
  /** `now`: data is lost or stale; `soon`: it may be. */
  readonly urgency: "now" | "soon";
  readonly text: string;
  readonly to: string;
  readonly search?: Readonly<Record<string, string | true>>;
}
