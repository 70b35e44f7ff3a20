import { dirname, join } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

/** For `npm run dev -w drawbridge-console`. */
const server = process.env.CONSOLE_SERVER ?? "http://127.0.0.1:8080";

/** The server accepts writes only from its own pages. */
const toServer = { target: server, changeOrigin: true, headers: { origin: new URL(server).origin } };

/** Fetches the font beside the scripts, before the page is first drawn. */
const preloadedFont: Plugin = {
  name: "preloaded-font",
  transformIndexHtml: (_html, { bundle = {} }) =>
    Object.keys(bundle)
      .filter((name) => /inter-latin-wght-normal-[\w-]+\.woff2$/.test(name))
      .map((name) => ({
        tag: "link",
        attrs: { rel: "preload", as: "font", type: "font/woff2", href: `/console/${name}`, crossorigin: "" },
        injectTo: "head-prepend",
      })),
};

interface Modules {
  getModuleInfo(id: string): { readonly importedIds: readonly string[]; readonly code: string | null } | null;
}

/** Each chunk imports nothing but those before it: the first visit loads no module of another screen. */
const rootsOf = {
  first: ["src/main.tsx", "src/overview/overview-screen.tsx"],
  toasts: ["src/review/toasts.tsx"],
};
const members = new Map<string, ReadonlySet<string>>();

function earlyChunk(id: string, modules: Modules): string | null {
  for (const [name, roots] of Object.entries(rootsOf)) {
    const found =
      members.get(name) ??
      importedBy(
        roots.map((file) => join(import.meta.dirname, file)),
        modules,
      );
    members.set(name, found);
    if (found.has(id)) return name;
  }
  return null;
}

const barrel = /@mantine[\\/](?:core|hooks|notifications)[\\/]esm[\\/]index\.mjs$/;
const imports = /import\s*(?:type\s*)?\{([^}]*)\}\s*from\s*"([^"]+)"/g;

/** Follows an index of the library only to the imported names. */
function importedBy(roots: readonly string[], modules: Modules): ReadonlySet<string> {
  const found = new Set(roots);
  for (const id of found) {
    const { importedIds = [], code = "" } = modules.getModuleInfo(id) ?? {};
    for (const imported of importedIds) {
      if (!barrel.test(imported)) found.add(imported);
      else for (const file of filesOf(imported, namesFrom(code ?? "", imported), modules)) found.add(file);
    }
  }
  return found;
}

function namesFrom(code: string, index: string): ReadonlySet<string> {
  const library = /@mantine[\\/](\w+)/.exec(index)?.[1];
  const parts = [...code.matchAll(imports)].filter(([, , from]) => from === `@mantine/${library}` || from === index);
  return new Set(parts.flatMap(([, names = ""]) => names.split(",").map((name) => name.trim().split(" ")[0] ?? "")));
}

function filesOf(index: string, names: ReadonlySet<string>, modules: Modules): readonly string[] {
  const code = modules.getModuleInfo(index)?.code ?? "";
  return [...code.matchAll(imports)].flatMap(([, exported = "", from = ""]) =>
    exported.split(",").some((name) => names.has(name.trim())) ? [join(dirname(index), from)] : [],
  );
}

export default defineConfig({
  root: import.meta.dirname,
  base: "/console/",
  plugins: [react(), preloadedFont],
  // The server replaces it in each answer.
  html: { cspNonce: "__drawbridge_nonce__" },
  build: {
    target: "es2023",
    // The content policy allows data: addresses for pictures alone.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Dependencies change rarely, so their chunk stays in caches.
          groups: [
            {
              name: "react",
              test: /node_modules[\\/](?:react|react-dom|scheduler|@tanstack[\\/](?:react-|)(?:query|router|store|history)[a-z-]*)[\\/]/,
            },
            { name: earlyChunk },
            // Without one file for the rest, another screen took 55 requests. With one for each set of screens
            // (`entriesAware`), chunks import each other in a circle and stop at the start.
            { name: "shared", minShareCount: 2 },
          ],
        },
      },
    },
  },
  server: {
    host: "127.0.0.1",
    proxy: { "/admin": toServer, "/sign-in": toServer, "/openapi.json": toServer },
  },
});
