import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { forAll } from "../../../server/test/for-all.ts";
import type { Problem } from "../values/errors.ts";
import { loginKey, passwordForm, readLogin, readNewPassword, readPersonName } from "./person.ts";

const ada = { login: "ada@acme.example", name: "Ada of the Engines" };

function problemsOf(read: (problems: Problem[]) => unknown): readonly Problem[] {
  const problems: Problem[] = [];
  read(problems);
  return problems;
}

test("a login is an e-mail address or a name", () => {
  for (const login of ["ada@acme.example", "ada", "zoë", "王芳", "a".repeat(100), "Ada.Lovelace+x"])
    assert.deepEqual([readLogin(login, "login", []), problemsOf((p) => readLogin(login, "login", p))], [login, []]);
});

test("a login without anything, with spaces, control or invisible characters is none", () => {
  const bad = ["", " ", "ada lovelace", "ada\n", "ada\u00a0", "ada\u200b", "\u202eada", "a\0b", "a\ud800", "a".repeat(101)];
  // A joiner, a variation selector, two fillers and a blank: invisible marks, letters and a symbol.
  bad.push("ada\u034f", "ada\ufe0f", "ad\u3164a", "ada\u115f", "ada\u2800");
  for (const login of [...bad, null, 7, ["ada"]]) {
    assert.equal(readLogin(login, "login", []), null, JSON.stringify(login));
    assert.equal(problemsOf((p) => readLogin(login, "login", p))[0]?.path, "login");
  }
});

test("logins are the same in any case and Unicode form, and the key of a key is itself", () => {
  assert.equal(loginKey("ZOË"), loginKey("zoe\u0308"));
  forAll([fc.string({ unit: "grapheme" })], (text) => {
    assert.equal(loginKey(loginKey(text)), loginKey(text));
    assert.equal(loginKey(text.normalize("NFD")), loginKey(text));
  });
});

test("a name is one line of text", () => {
  assert.equal(readPersonName("Ada King, Countess of Lovelace", "name", []), "Ada King, Countess of Lovelace");
  for (const name of ["", "  ", "a\nb", "a".repeat(101), 7])
    assert.equal(problemsOf((p) => readPersonName(name, "name", p))[0]?.path, "name");
});

test("a password has 12 to 1024 characters, of any kind and in code points", () => {
  const good = ["twelve chars", "\u{1f600}\u{1f601}".repeat(6), "x\ty z\u0007 and more", "ab".repeat(512)];
  for (const password of good) assert.equal(readNewPassword(password, "password", [], ada), password);
  for (const password of ["", "elevenchars", "ab".repeat(513), "\u{1f600}\u{1f601}".repeat(5), "a\ud800".repeat(9), null]) {
    const [problem] = problemsOf((p) => readNewPassword(password, "password", p, ada));
    assert.equal(problem?.path, "password");
    assert.match(problem?.message ?? "", /12 to 1024 characters/);
  }
});

test("the same password typed in another form of Unicode is the same", () => {
  assert.equal(readNewPassword("cafe\u0301 au lait!", "password", [], ada), "café au lait!");
  assert.equal(passwordForm("cafe\u0301"), passwordForm("café"));
});

test("the login, the name, one repeated letter, and the most common passwords are refused, in any case", () => {
  const bad = ["ADA@acme.example", "ada of the engines", "aaaaaaaaaaaaaa", "PasswordPassword", "123456789012", "qwertyuiop12"];
  for (const password of bad) {
    const problems = problemsOf((p) => readNewPassword(password, "password", p, ada));
    assert.equal(problems.length, 1, password);
    assert.ok(!JSON.stringify(problems).toLowerCase().includes(password.toLowerCase()), "a password is in no problem");
  }
});

test("a password that is only too close to another person's name is accepted", () =>
  assert.equal(readNewPassword("ada@acme.example", "password", [], { login: "bob", name: "Bob" }), "ada@acme.example"));
