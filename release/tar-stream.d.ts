declare module "tar-stream" {
  interface Header {
    readonly name: string;
    readonly mode: number;
    readonly mtime: Date;
    readonly uid: number;
    readonly gid: number;
  }
  interface Pack extends NodeJS.ReadableStream, AsyncIterable<Buffer> {
    entry(header: Header, content: Buffer): void;
    finalize(): void;
  }
  export function pack(): Pack;
}
