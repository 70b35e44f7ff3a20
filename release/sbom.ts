/** The packages whose code is in the artifacts, with what package-lock.json says about them, as CycloneDX. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { licenseOf } from "./licenses.ts";

const root = join(import.meta.dirname, "..");

interface Described {
  readonly version: string;
  /** Version of the Node in the executable, such as 26.10.0 */
  readonly node: string;
  /** Epoch of the build. */
  readonly seconds: number;
}

export function sbom(packages: readonly string[], { version, node, seconds }: Described): Buffer {
  const { packages: locked } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  const libraries = packages.map((name) => {
    const places = ["server/node_modules", "ui/node_modules", "node_modules"];
    const found = places.map((place) => locked[`${place}/${name}`]).find(Boolean);
    if (!found) throw new Error(`${name} is not in package-lock.json.`);
    const purl = `pkg:npm/${name.replace("@", "%40")}@${found.version}`;
    const [algorithm = "", digest = ""] = found.integrity.split("-");
    const content = Buffer.from(digest, "base64").toString("hex");
    const hashes = [{ alg: algorithm.replace("sha", "SHA-"), content }];
    const licenses = [{ expression: licenseOf(name) }];
    return { type: "library", "bom-ref": purl, name, version: found.version, purl, hashes, licenses };
  });
  const purl = `pkg:generic/node@${node}`;
  const document = {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: {
      timestamp: new Date(seconds * 1000).toISOString(),
      component: { type: "application", "bom-ref": `pkg:generic/drawbridge@${version}`, name: "drawbridge", version },
    },
    components: [{ type: "platform", "bom-ref": purl, name: "node", version: node, purl }, ...libraries],
  };
  return Buffer.from(`${JSON.stringify(document, null, 2)}\n`);
}
