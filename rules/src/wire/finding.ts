import { z } from "zod";
import { optionalText, record, text } from "./values.ts";

type Shape = Readonly<Record<string, z.ZodType>>;
type Values<S extends Shape> = keyof S extends never ? unknown : z.input<z.ZodObject<S>>;

interface Form<S extends Shape> {
  readonly shape: S;
  readonly example: object;
}

/** The document adds the sentence to the example. @param given values that are not the examples of their schemas */
export function form<S extends Shape>(shape: S, path: string, given: Partial<Values<S>> = {}): Form<S> {
  const usual = Object.fromEntries(Object.entries(shape).map(([name, schema]) => [name, exampleOf(schema)]));
  return { shape, example: { path, ...usual, ...given } };
}

function exampleOf(schema: z.ZodType): unknown {
  if (schema instanceof z.ZodEnum) return schema.options[0];
  const [first] = (schema.meta()?.examples ?? []) as readonly unknown[];
  return schema instanceof z.ZodBoolean ? false : first;
}

const place = {
  path: z.string().describe("Dotted path in the manifest; empty: none"),
  pointer: optionalText.describe("JSON pointer into the body, as a URI fragment (RFC 6901 §6)"),
  line: z.int().min(1).optional().describe("Line of the body, from 1"),
};
const detail = z.string().describe("Sentence for people, with names, and times in the zone that it names");

type Forms = Readonly<Record<string, Form<Shape>>>;
type Findings<F extends Forms> = {
  [C in keyof F & string]: { code: C; path: string; pointer?: string; line?: number; detail: string } & Values<F[C]["shape"]>;
}[keyof F & string];

/** @param name ending of their schemas' names: `Guard` */
export function findings<const F extends Forms>(
  name: string,
  description: string,
  forms: F,
): z.ZodType<Findings<F>, Findings<F>> {
  const [first, ...others] = Object.entries(forms).map(([code, { shape, example }]) =>
    record(
      `${code.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())}${name}`,
      { examples: [{ code, ...example }] },
      { code: z.literal(code).describe("Stable name"), ...place, ...shape, detail },
    ),
  );
  if (!first) throw new Error(`${name} has no codes`);
  const schema = z.discriminatedUnion("code", [first, ...others]).meta({ id: name, description });
  return schema as unknown as z.ZodType<Findings<F>, Findings<F>>;
}

export type DataOf<Item> = Item extends unknown ? Omit<Item, "detail" | "pointer" | "line"> : never;

export const platform = text("Id of the platform", "ios");
export const windowId = text("Id of the window", "db-upgrade");
export const isFromStep = z.boolean().describe("True: from the policy's step on; false: now");
export const share = z.number().min(0).max(100).describe("Percent of the platform's requests of the last 24 hours");
export const version = text("Version of an app", "2.4.0");
export const zone = text("IANA time zone", "Europe/Rome");
export const language = text("BCP 47 tag", "en");
export const instanceId = text("Id of the instance", "eu-1");
export const duration = text("ISO 8601 duration", "PT30M");
