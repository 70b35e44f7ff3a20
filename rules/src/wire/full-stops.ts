/** In schemas, descriptions are phrases, like other texts of the program. */
export function withFullStops<T extends object>(document: T): T {
  return JSON.parse(JSON.stringify(document), (name, value) =>
    name === "description" && typeof value === "string" && !/[.:]$/.test(value) ? `${value}.` : value,
  );
}
