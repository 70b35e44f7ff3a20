/** An operation as the OpenAPI document needs it, with the zod schemas that the program uses. */
import type { z } from "zod";

interface DocumentedHeader {
  readonly description: string;
  readonly required: boolean;
}

export type DocumentedHeaders = Readonly<Record<string, DocumentedHeader>>;

export interface DocumentedContent {
  readonly schema: z.ZodType;
  readonly example?: unknown;
}

export interface DocumentedBody {
  readonly required: boolean;
  readonly content: Readonly<Record<string, DocumentedContent>>;
}

export interface DocumentedAnswer {
  readonly description: string;
  readonly headers?: DocumentedHeaders;
  readonly content?: Readonly<Record<string, DocumentedContent>>;
}

export interface DocumentedParameter {
  readonly name: string;
  readonly in: "query" | "path" | "header";
  /** With its description and, as the first of `examples`, its example. */
  readonly schema: z.ZodType;
}

export interface DocumentedOperation {
  readonly method: string;
  readonly path: string;
  readonly operationId: string;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string | undefined;
  /** Role or right that the operation requires, for programs. */
  readonly permission?: string;
  /** Names of security schemes, any of which is enough; empty: the operation is public. */
  readonly security: readonly string[];
  readonly parameters: readonly DocumentedParameter[];
  readonly body?: DocumentedBody | undefined;
  readonly answers: Readonly<Record<number, DocumentedAnswer>>;
}

export function header(description: string, required = true): DocumentedHeader {
  return { description, required };
}
