export interface ServerNeed {
  readonly key: string;
  /** `now`: data is lost or stale; `soon`: it may become so. */
  readonly urgency: "now" | "soon";
  /** A sentence, which is a link. */
  readonly text: string;
  /** Path of the screen that helps, with its search parameters. */
  readonly to: string;
  readonly search?: Readonly<Record<string, string | true>>;
}
