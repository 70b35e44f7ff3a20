import assert from "node:assert/strict";
import type { Program } from "./running-program.ts";

/** A new owner of the project, with a token that counts as them. */
export async function ownersToken(program: Program, project: string, name: string): Promise<string> {
  const person = await program.admin("POST", "/admin/v1/people", { login: name, name });
  const { url } = person.body.link as { readonly url: string };
  await program.admin(
    "PUT",
    `/admin/v1/projects/${project}/members/${person.body.id}`,
    { role: "owner" },
    { "if-none-match": "*" },
  );
  const post = (path: string, body: object, headers: object) =>
    fetch(`${program.urls.admin}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", "sec-fetch-site": "same-origin", ...headers },
      body: JSON.stringify(body),
    });
  const password = "correct horse battery staples";
  const redeemed = await post("/admin/v1/account-links/redeem", { link: url.split("#link=")[1], password }, {});
  assert.equal(redeemed.status, 200, await redeemed.clone().text());
  const cookie = redeemed.headers.get("set-cookie")?.split(";")[0] ?? "";
  const made = await post(`/admin/v1/projects/${project}/tokens`, { name: `${name}'s`, role: "owner" }, { cookie });
  return ((await made.json()) as { readonly token: string }).token;
}
