/**
 * Shorter schemas of answers: one that has every member of another refers to them. Keeps what the schemas accept: each is closed by
 * `unevaluatedProperties`, and members that two of them share are in a schema of their own, which is open.
 */

type Json = Readonly<Record<string, unknown>>;

interface ObjectSchema extends Json {
  readonly properties: Json;
  readonly required?: readonly string[];
}

/** Characters of shared members from which a reference is shorter than a copy. */
const worthSharing = 200;

/** @param shared schemas by name @param asked schemas of requests, which stay whole: what generates requests seldom knows `unevaluatedProperties` */
export function layerSchemas(shared: Json, asked: readonly Json[]): Json {
  const requested = namesIn(asked, shared);
  const closed = new Map(Object.entries(shared).filter(([name, schema]) => isClosed(schema) && !requested.has(name))) as Map<
    string,
    ObjectSchema
  >;
  const bases = new Map([...closed].map(([name, schema]) => [name, baseOf(schema, closed)]));
  const used = new Set(bases.values());
  const printed = [...closed].flatMap(([name, schema]) => {
    const base = bases.get(name);
    const { type, properties, required, additionalProperties, ...rest } = schema;
    const own = base === undefined ? { type, properties, required } : extend(schema, base, closed.get(base));
    const open = used.has(name) ? [[`${name}Members`, own]] : [];
    const whole = used.has(name) ? { allOf: [membersOf(name)] } : own;
    const isChanged = used.has(name) || base !== undefined;
    return [...open, [name, isChanged ? { ...whole, ...rest, unevaluatedProperties: false } : schema]];
  });
  const all = { ...shared, ...Object.fromEntries(printed) };
  return Object.fromEntries(Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function isClosed(schema: unknown): boolean {
  const { type, properties, additionalProperties } = schema as Json;
  return type === "object" && properties !== undefined && additionalProperties === false;
}

/** Name of the largest schema whose members are all in this one. */
function baseOf(schema: ObjectSchema, all: ReadonlyMap<string, ObjectSchema>): string | undefined {
  const members = new Set(Object.entries(schema.properties).map((member) => JSON.stringify(member)));
  const fitting = [...all].filter(
    ([, { properties, required = [] }]) =>
      Object.keys(properties).length < members.size &&
      Object.entries(properties).every((member) => members.has(JSON.stringify(member))) &&
      required.every((name) => schema.required?.includes(name)),
  );
  const sized = fitting.map(([name, { properties }]) => ({ name, size: JSON.stringify(properties).length }));
  return sized.filter(({ size }) => size > worthSharing).sort((a, b) => b.size - a.size)[0]?.name;
}

function extend({ type, properties, required = [] }: ObjectSchema, name: string, base: ObjectSchema | undefined): Json {
  const own = Object.entries(properties).filter(([member]) => base && !Object.hasOwn(base.properties, member));
  const ownRequired = required.filter((member) => !base?.required?.includes(member));
  return {
    allOf: [membersOf(name)],
    type,
    properties: Object.fromEntries(own),
    ...(ownRequired.length === 0 ? {} : { required: ownRequired }),
  };
}

function membersOf(name: string): Json {
  return { $ref: `#/components/schemas/${name}Members` };
}

/** Names of the shared schemas that these refer to, directly or through others. */
function namesIn(schemas: readonly unknown[], shared: Json): Set<string> {
  const names = new Set<string>();
  for (let next = schemas; next.length > 0; ) {
    const found = [...JSON.stringify(next).matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(([, name = ""]) => name);
    const added = [...new Set(found)].filter((name) => !names.has(name));
    for (const name of added) names.add(name);
    next = added.map((name) => shared[name]);
  }
  return names;
}
