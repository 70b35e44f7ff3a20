/** For editors. Accepts all that `parseManifest` accepts. */
import { z } from "zod";
import { localizedTitle } from "../texts/message-schema.ts";
import { defaultStores } from "../versions/platform.ts";
import { storeLink } from "../versions/store-link-schema.ts";
import { withFullStops } from "./full-stops.ts";
import { manifestSchema } from "./manifest.ts";

type Json = Readonly<Record<string, unknown>>;
interface ObjectSchema extends Json {
  readonly properties: Readonly<Record<string, Json>>;
}

type Definitions = Readonly<Record<string, Json | undefined>>;

const platform = "#/definitions/PlatformForm";
/** The version of JSON Schema that editors support best. */
const target = "draft-7";

export function manifestJsonSchema(): object {
  const printed = JSON.stringify(z.toJSONSchema(manifestSchema, { target, io: "input" }));
  // Forms of members were printed on their own, in the default version.
  const { definitions, ...head } = JSON.parse(printed.replaceAll('"#/$defs/', '"#/definitions/'));
  const { Manifest, PlatformForm, NoWindowTimes } = definitions;
  const described = {
    Manifest: withPlatforms(Manifest, definitions),
    PlatformForm: withNull(PlatformForm, definitions, ["minimum", "recommended", "blocked", "exempt", "stores", "messages"]),
    // The text `null` is for merge patches: accepted, and not offered.
    NoWindowTimes: { ...NoWindowTimes, anyOf: [{ enum: ["epoch", null] }, { type: "string", pattern: "^null$" }] },
  };
  // The printer of the whole does not look for names within a member.
  const { definitions: named } = z.toJSONSchema(z.tuple([localizedTitle, storeLink]), { target, io: "input" }) as {
    readonly definitions?: object;
  };
  return withFullStops({ ...head, title: "Drawbridge manifest", definitions: { ...definitions, ...named, ...described } });
}

/** Without a usual store, a platform has to name one. An empty one (`ios:` in YAML) has no policy. */
function withPlatforms(manifest: ObjectSchema, definitions: Definitions): Json {
  const usual = [...defaultStores.keys()].map((name) => [
    name,
    { description: `Version policy of ${name}`, anyOf: [{ $ref: platform }, { type: "null" }] },
  ]);
  const { properties, ...rest } = withNull(manifest, definitions, [
    "stores",
    "messages",
    "titles",
    "platforms",
    "instances",
    "windows",
  ]);
  const platforms = {
    ...manifest.properties.platforms,
    type: ["object", "null"],
    properties: Object.fromEntries(usual),
    additionalProperties: { allOf: [{ $ref: platform }, { required: ["store"] }] },
  };
  return { ...rest, properties: { ...properties, platforms } };
}

/** The parser takes an empty member for an absent one. Editors look for a description beside `anyOf`. */
function withNull(schema: ObjectSchema, definitions: Definitions, members: readonly string[]): ObjectSchema {
  const nullable = members.map((name) => {
    const { description = describedElsewhere(schema.properties[name], definitions), ...member } = schema.properties[name] ?? {};
    return [name, { ...(description === undefined ? {} : { description }), anyOf: [member, { type: "null" }] }];
  });
  return { ...schema, properties: { ...schema.properties, ...Object.fromEntries(nullable) } };
}

function describedElsewhere(member: Json | undefined, definitions: Definitions): unknown {
  const [{ $ref = "" } = {}] = (member?.allOf ?? []) as readonly { readonly $ref?: string }[];
  return definitions[$ref.replace("#/definitions/", "")]?.description;
}
