/** Every request with the role that it requires. */
import { page, table } from "./markdown.ts";
import type { OpenApi } from "./openapi.ts";

const words: Readonly<Record<string, string>> = {
  public: "Everyone",
  signed_in: "Signed in",
  viewer: "Viewer",
  operator: "Operator",
  editor: "Editor",
  owner: "Owner",
  administrator: "Administrator",
};

export function permissionsPage({ paths }: OpenApi): string {
  const routes = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({ request: `${method.toUpperCase()} ${path}`, ...operation })),
  );
  return page(
    "Permissions",
    "Look up the role that a request requires.",
    "[Roles](../roles.md) include each other in this order. *Everyone* includes clients without credentials; *signed in* is a valid token or session of any role. Routes for sessions and passwords answer tokens with 403, because only people have those. Editors' edits can be previewed by viewers (`?dry_run=true`).",
    ...Object.entries(words).flatMap(([permission, title]) => [
      `## ${title}`,
      table(
        ["request", "effect"],
        routes
          .filter((route) => route["x-permission"] === permission)
          .map(({ request, summary }) => [`\`${request}\``, `${summary}.`]),
      ),
    ]),
  );
}
