/** Which language an app is answered in: chosen among the languages of the message that was chosen. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { defaultMessages } from "drawbridge-rules/texts/default-messages.ts";
import { config, hour, noon, wall } from "../read-server.ts";
import { shopServer } from "./shop-server.ts";

const texts = (...languages: string[]) => Object.fromEntries(languages.map((language) => [language, `in ${language}`]));

describe("the language of a message", () => {
  const shop = shopServer();
  const ask = async (manifest: object, query = "", accept: string[] = []) => {
    await shop.server.apply({ project: "shop", ...manifest, windows: {} });
    await shop.server.apply({ project: "shop", ...manifest });
    const headers = accept.map((value) => `Accept-Language: ${value}`);
    const response = await shop.server.ask({
      target: `${config}?platform=ios&current_version=1${query}`,
      key: shop.key,
      headers,
    });
    assert.equal(response.status, 200, response.body);
    return { message: JSON.parse(response.body).message as string, language: response.headers["content-language"] };
  };
  /** The language of the default message, for a project that is first of all English. */
  const told = async (languages: readonly string[], query = "", ...accept: string[]) => {
    const { message, language } = await ask(
      { languages: ["en", "de"], messages: { default: texts(...languages) } },
      query,
      accept,
    );
    assert.equal(message, `in ${language}`);
    return language;
  };

  test("lang counts before Accept-Language, that before the project's first language, that before the message's first", async () => {
    const all = ["fr", "en", "de", "it"];
    assert.equal(await told(all, "&lang=it", "de"), "it");
    assert.equal(await told(all, "", "de"), "de");
    assert.equal(await told(all), "en");
    assert.equal(await told(["fr", "it"]), "fr");
    assert.equal(await told(["fr", "it"], "&lang=ja", "ja, es"), "fr");
    assert.equal(await told(["fr", "de"]), "fr", "the project's second language has no say");
  });

  test("the first lang counts, and one that is no tag is ignored", async () => {
    assert.equal(await told(["en", "de", "it"], "&lang=de&lang=it"), "de");
    for (const invalid of ["", "%zz", "d", "german%20text", "de_AT!", "*", "x".repeat(300), "%00", "-de", "de--at"]) {
      assert.equal(await told(["en", "de", "it"], `&lang=${invalid}&lang=de`, "it"), "it");
    }
    assert.equal(await told(["en", "de"], "&LANG=de"), "en", "names are case-sensitive");
  });

  test("the message is chosen first, then its language among those that it has", async () => {
    const messages = { upgrade: texts("it"), maintenance: texts("de"), default: texts("en", "fr") };
    const windows = { w: { start: wall(noon - hour), duration: "PT2H" } };
    const forced = { ios: { minimum: "2", store: "none" } };
    assert.equal((await ask({ messages }, "&lang=fr")).message, "in fr");
    assert.deepEqual(await ask({ messages, windows }, "&lang=fr"), { message: "in de", language: "de" });
    assert.deepEqual(await ask({ messages, windows, platforms: forced }, "&lang=fr"), { message: "in it", language: "it" });
    const own = { w: { ...windows.w, message: texts("nl", "en") } };
    assert.deepEqual(await ask({ messages, windows: own }, "&lang=de"), { message: "in en", language: "en" });
  });

  test("the built-in texts are chosen by the same rule", async () => {
    const platforms = { ios: { minimum: "2", store: "none" } };
    for (const language of Object.keys(defaultMessages.upgrade)) {
      const answer = await ask({ platforms }, `&lang=${language}`);
      assert.deepEqual(answer, { message: defaultMessages.upgrade[language], language });
    }
    const { message } = await ask({ platforms }, "", ["zh-MO, en;q=0.5"]);
    assert.equal(message, defaultMessages.upgrade["zh-Hant"]);
    assert.equal((await ask({ platforms, languages: ["it", "en"] }, "&lang=sw")).language, "it");
    assert.equal((await ask({ platforms, languages: ["sw"] })).language, "en");
    assert.ok(Object.keys(defaultMessages.maintenance).length >= 6, "English and at least five more");
  });
});
