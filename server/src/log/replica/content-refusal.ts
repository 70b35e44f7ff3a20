/** Refused content of an origin or of the disk, with the reason for the log, `/status` and the origin. */
export class ContentRefusal extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "ContentRefusal";
  }
}
