import { adminRoutes } from "../src/admin/admin-api.ts";
import type { AdminServices } from "../src/admin/admin-services.ts";
import { openApiDocument } from "../src/admin/openapi/openapi.ts";
import type { ApiSchema } from "../src/admin/openapi/openapi-example.ts";
import { programVersion } from "../src/cli/command.ts";

export interface ApiParameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly description: string;
  readonly required?: boolean;
  readonly schema: ApiSchema;
  readonly example?: unknown;
}

type Content = Readonly<Record<string, { readonly schema: ApiSchema; readonly example?: unknown }>>;

export interface ApiOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly "x-permission"?: string;
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly ApiParameter[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Content };
  readonly responses: Readonly<
    Record<string, { readonly $ref?: string; readonly description: string; readonly content?: Content }>
  >;
}

export interface OpenApi {
  readonly info: { readonly version: string; readonly description: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, ApiOperation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, ApiSchema>>;
    readonly responses: ApiOperation["responses"];
  };
}

/** Routes use their services only to answer. */
const noServices = new Proxy((): unknown => noServices, { get: (): unknown => noServices }) as unknown as AdminServices;

export function describeApi(): OpenApi {
  return openApiDocument(adminRoutes(noServices), programVersion, "http://127.0.0.1:8080") as OpenApi;
}
