/** The page of `page.tsx` in a real browser, with a real server that answers it. */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { BrowserContextOptions, Page } from "playwright-core";
import { openBrowser } from "../../../../server/test/browser.ts";
import { startProgram } from "../../../../server/test/running-program.ts";
import { bundle } from "../../bundle.ts";

/** In the middle of `eu-1`'s window, and an hour before that of `us-1`. */
const now = Date.parse("2026-12-06T01:30:00Z");

const releases = ["2.4.0", "2.6.0"].map((version) => ({ version, date: "2026-11-16", requires_os: "17" }));
const manifest = {
  apiVersion: "drawbridge/v1",
  project: "acme-shop",
  name: "Acme Shop",
  languages: ["en", "de", "ar"],
  stores: { apple: "https://apps.apple.com/app/id123456789" },
  platforms: {
    ios: { minimum: "2.4.0", recommended: "2.6.0", releases },
    kiosk: { store: "none", minimum: "2.4.0" },
  },
  instances: {
    "eu-1": { name: { en: "Acme Europe", ar: "أكمي أوروبا" } },
    "us-1": { name: "Acme America" },
  },
  titles: {
    upgrade: { en: "Update required", de: "Update erforderlich", ar: "التحديث مطلوب" },
    maintenance: { en: "Down for maintenance", de: "Wartung läuft", ar: "الخدمة قيد الصيانة" },
  },
  messages: {
    upgrade: {
      en: "Version {current_version} can no longer be used. Update to {update_to} or newer.",
      de: "Version {current_version} wird nicht mehr unterstützt. Aktualisieren Sie auf {update_to} oder neuer.",
      ar: "لم يعد بالإمكان استخدام الإصدار {current_version}. حدّث التطبيق إلى {update_to} أو أحدث.",
    },
    maintenance: {
      en: "We are upgrading our database. We are back at {end_time}.",
      de: "Wir aktualisieren unsere Datenbank. Wir sind zurück: {end_time}.",
      ar: "نقوم بترقية قاعدة البيانات. نعود عند {end_time}.",
    },
  },
  windows: {
    upgrade: { instances: ["eu-1"], start: "2026-12-06T02:00", zone: "Europe/Rome", duration: "PT2H" },
    backup: { instances: ["us-1"], start: "2026-12-06T02:30", zone: "UTC", duration: "PT1H", reminder: "PT3H" },
  },
};

/** Content security policy of the page, as strict as an app's can be: the gate must not need more. */
const policy = "default-src 'none'; script-src 'self'; connect-src http://127.0.0.1:*; style-src 'none'";

export interface PageOptions extends BrowserContextOptions {
  readonly version?: string;
  readonly instance?: string;
  readonly language?: string;
  readonly platform?: string;
  /** True if the page's requests to the server get no answer. */
  readonly isSilent?: boolean;
  /** True if the test moves the page's clock. */
  readonly hasFakeClock?: boolean;
  /** Size of text that the user has set in the browser, 1 is the default. */
  readonly textSize?: number;
  /** Further parameters of the page's address. */
  readonly query?: Readonly<Record<string, string>>;
}

export interface GatePages {
  open(options?: PageOptions): Promise<{ readonly page: Page; assertClean(): void }>;
  /** Minimum version of the project's platform. */
  setMinimum(version: string): Promise<void>;
  close(): Promise<void>;
}

/** @param directory where the server keeps its data, not there yet */
export async function openGatePages(directory: string): Promise<GatePages> {
  const program = await startProgram({ directory, now: () => now });
  const apply = async (form: object) => {
    const file = join(directory, "manifest.json");
    writeFileSync(file, JSON.stringify(form));
    const { code, err } = await program.cli("apply", "-f", file, "--yes");
    assert.equal(code, 0, err);
  };
  await apply(manifest);
  const { body } = await program.admin("POST", "/admin/v1/projects/acme-shop/keys", { name: "app" });
  const server = await servePage(await bundle("react/test/page.tsx"));
  const browser = await openBrowser();
  const base = `${program.urls.config}/api/v1`;
  return {
    async open({ version = "3.0.0", platform = "ios", instance, language = "en", textSize = 1, query = {}, ...options } = {}) {
      const { isSilent, hasFakeClock, ...context } = options;
      const { page, complaints } = await browser.visitor({ viewport: { width: 390, height: 844 }, ...context });
      if (hasFakeClock) await page.clock.install();
      if (isSilent) await page.route("**/api/v1/**", () => undefined);
      if (textSize !== 1) {
        const devtools = await page.context().newCDPSession(page);
        await devtools.send("Page.setFontSizes", { fontSizes: { standard: 16 * textSize } });
      }
      const given = {
        base,
        key: String(body.key),
        version,
        platform,
        lang: language,
        ...(instance ? { instance } : {}),
        ...query,
      };
      await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/?${new URLSearchParams(given)}`);
      return { page, assertClean: () => assert.deepEqual(complaints, []) };
    },
    setMinimum: (minimum) =>
      apply({ ...manifest, platforms: { ...manifest.platforms, ios: { ...manifest.platforms.ios, minimum } } }),
    async close() {
      await browser.close();
      server.close();
      await program.stop();
    },
  };
}

async function servePage(script: string): Promise<Server> {
  const page = `<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>Acme Shop</title><div id="app"></div><script type="module" src="/page.js"></script>`;
  const server = createServer((request, response) => {
    const isScript = request.url === "/page.js";
    response.setHeader("content-type", isScript ? "text/javascript" : "text/html");
    response.setHeader("content-security-policy", policy);
    response.end(isScript ? script : page);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return server;
}
