/** Content from an origin or from the disk that is refused, with the reason for the log, `/status` and the origin. */
export class ContentRefusal extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "ContentRefusal";
  }
}
