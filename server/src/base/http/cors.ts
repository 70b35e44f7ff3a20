/**
 * Any web page may call the read endpoints; set on every answer, including errors. Flat lists of name and value, as `writeHead`
 * takes them. (WHATWG Fetch, CORS protocol.)
 */

export const corsHeaders: readonly string[] = [
  "Access-Control-Allow-Origin",
  "*",
  "Access-Control-Expose-Headers",
  "etag, date, age, retry-after, drawbridge-reason, content-language",
];

/**
 * Headers of a preflight answer, in addition to `corsHeaders`; 86400 s is a day. Clients add headers of their own, such as for
 * tracing, so any is allowed: answers never depend on cookies. `*` does not cover `authorization`, and browsers without `*` need
 * the names.
 */
export const preflightHeaders: readonly string[] = [
  "Access-Control-Allow-Methods",
  "GET, HEAD, OPTIONS",
  "Access-Control-Allow-Headers",
  "*, authorization, x-api-key, if-none-match, x-client-id",
  "Access-Control-Max-Age",
  "86400",
];
