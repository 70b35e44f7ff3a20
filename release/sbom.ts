/** CycloneDX: bundled packages as package-lock.json describes them, Node, and the packages of clients. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");

interface Described {
  readonly version: string;
  readonly node: string;
  /** SHA-256. */
  readonly nodeDigest: string;
  /** Epoch. */
  readonly seconds: number;
  readonly clients: readonly { readonly purl: string; readonly name: string; readonly digest: string }[];
}

interface LockEntry {
  readonly version: string;
  readonly integrity: string;
  readonly dependencies?: object;
  readonly optionalDependencies?: object;
  readonly peerDependencies?: object;
}

export function sbom(packages: readonly string[], { version, node, nodeDigest, seconds, clients }: Described): Buffer {
  const locked: Readonly<Record<string, LockEntry>> = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")).packages;
  const find = (name: string): LockEntry => {
    const places = ["server/node_modules", "ui/node_modules", "node_modules"];
    const found = places.map((place) => locked[`${place}/${name}`]).find(Boolean);
    if (!found) throw new Error(`${name} is not in package-lock.json.`);
    return found;
  };
  const purlOf = (name: string) => `pkg:npm/${name.replace("@", "%40")}@${find(name).version}`;
  const needsOf = (entry: LockEntry | undefined) =>
    Object.keys({ ...entry?.dependencies, ...entry?.optionalDependencies, ...entry?.peerDependencies })
      .filter((name) => packages.includes(name))
      .map(purlOf);

  const libraries = packages.map((name) => {
    const [algorithm = "", digest = ""] = find(name).integrity.split("-");
    const hashes = [{ alg: algorithm.replace("sha", "SHA-"), content: Buffer.from(digest, "base64").toString("hex") }];
    const purl = purlOf(name);
    const licenses = [{ expression: descriptionOf(name).license }];
    return { type: "library", "bom-ref": purl, name, version: find(name).version, purl, hashes, licenses };
  });
  const own = clients.map(({ purl, name, digest }) => {
    const hashes = [{ alg: "SHA-256", content: digest }];
    return { type: "library", "bom-ref": purl, name, version, purl, hashes, licenses: [{ expression: "Apache-2.0" }] };
  });
  const program = `pkg:generic/drawbridge@${version}`;
  const purl = `pkg:generic/node@${node}`;
  const hashes = [{ alg: "SHA-256", content: nodeDigest }];
  const direct = new Set(["server", "ui", "client", "rules"].flatMap((workspace) => needsOf(locked[workspace])));
  const document = {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: {
      timestamp: new Date(seconds * 1000).toISOString(),
      component: { type: "application", "bom-ref": program, name: "drawbridge", version },
    },
    components: [{ type: "platform", "bom-ref": purl, name: "node", version: node, purl, hashes }, ...libraries, ...own],
    dependencies: [
      { ref: program, dependsOn: [purl, ...direct] },
      ...packages.map((name) => ({ ref: purlOf(name), dependsOn: needsOf(find(name)) })),
      ...own.map((client) => ({ ref: client.purl, dependsOn: [] })),
    ],
  };
  return Buffer.from(`${JSON.stringify(document, null, 2)}\n`);
}

/** Licenses ask to be passed on with every copy. */
export function licensesOf(packages: readonly string[]): string {
  const parts = packages.map((name) => {
    const { folder, version, license } = descriptionOf(name);
    const files = readdirSync(folder).filter((file) => /^(licen[cs]e|notice|copying)/i.test(file));
    const texts = files.sort().map((file) => readFileSync(join(folder, file), "utf8").trim());
    return [`${name} ${version} (${license})`, ...texts].join("\n\n");
  });
  return `${parts.join(`\n\n${"-".repeat(80)}\n\n`)}\n`;
}

function descriptionOf(name: string): { readonly folder: string; readonly version: string; readonly license: string } {
  const folders = ["server", "ui", ""].map((workspace) => join(root, workspace, "node_modules", name));
  const folder = folders.find((path) => existsSync(path));
  if (folder === undefined) throw new Error(`${name} is not installed.`);
  return { folder, ...JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) };
}
