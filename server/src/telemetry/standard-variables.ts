/**
 * OpenTelemetry's own environment variables, as far as Drawbridge has what they set. Platforms set them for every program, so
 * they never stop a start: by the specification, an empty value counts as unset, and an invalid one is ignored with a warning.
 */
import { parseCollector, parseHeaders, parsePairs } from "./otlp-values.ts";

export interface StandardVariables {
  /** Without a trailing slash; null: none, or a protocol that Drawbridge does not speak. */
  readonly url: string | null;
  readonly headers: Readonly<Record<string, string>> | null;
  /** Attributes of the sender, of which `service.name` is one. */
  readonly resource: Readonly<Record<string, string>>;
  /** Sentences for the operator, without values that can be secret. */
  readonly warnings: readonly string[];
}

type Environment = Readonly<Record<string, string | undefined>>;

const disabled = "OTEL_SDK_DISABLED";
const exporters = ["OTEL_TRACES_EXPORTER", "OTEL_METRICS_EXPORTER"];
const endpoint = "OTEL_EXPORTER_OTLP_ENDPOINT";
const protocol = "OTEL_EXPORTER_OTLP_PROTOCOL";

export function readStandardVariables(env: Environment): StandardVariables {
  const warnings: string[] = [];
  const url = isOff(env, warnings) ? null : collector(env, warnings);
  const headers = read(env, "OTEL_EXPORTER_OTLP_HEADERS", parseHeaders, "needs name=value, separated by commas", warnings);
  const attributes = read(env, "OTEL_RESOURCE_ATTRIBUTES", parsePairs, "needs key=value, separated by commas", warnings);
  const name = env.OTEL_SERVICE_NAME?.trim();
  const resource = { ...Object.fromEntries(attributes ?? []), ...(name ? { "service.name": name } : {}) };
  return { url, headers, resource, warnings };
}

/** Traces and metrics are sent both, or neither. */
function isOff(env: Environment, warnings: string[]): boolean {
  if (env[disabled]?.trim().toLowerCase() === "true") return true;
  const none = exporters.filter((name) => env[name]?.trim().toLowerCase() === "none");
  if (none.length === 1) warnings.push(`${none[0]} is none, and is ignored: Drawbridge sends traces and metrics, or neither.`);
  return none.length === exporters.length;
}

function collector(env: Environment, warnings: string[]): string | null {
  const url = read(env, endpoint, parseCollector, "needs an http:// or https:// address without a query", warnings);
  if (url === null) return null;
  const wanted = env[protocol]?.trim() || "http/json";
  if (wanted === "http/json") return url;
  if (wanted === "http/protobuf") {
    warnings.push(
      `${protocol} is http/protobuf, and Drawbridge sends JSON over HTTP, which collectors accept at the same address.`,
    );
    return url;
  }
  warnings.push(
    `${protocol} is ${JSON.stringify(wanted)}, which Drawbridge does not speak: it sends nothing to ${endpoint}. Set the protocol to http/json and the address to the collector's HTTP port, usually 4318.`,
  );
  return null;
}

/** Null: unset, empty or invalid. */
function read<T>(env: Environment, name: string, parse: (text: string) => T | null, form: string, warnings: string[]): T | null {
  const text = env[name]?.trim() ?? "";
  if (text === "") return null;
  const value = parse(text);
  if (value === null) warnings.push(`${name} ${form}, and is ignored.`);
  return value;
}
