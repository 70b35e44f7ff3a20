/** What comes from the origin or from the disk is not taken in, and why: for the log, for `status`, and for the origin. */
export class EdgeRefusal extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "EdgeRefusal";
  }
}
