/** The manifest that `init` writes: what was answered, and the rest as comments to uncomment. */
import { defaultStores } from "drawbridge-rules/versions/platform.ts";

export interface NewManifest {
  readonly project: string;
  readonly name: string;
  /** The default of the project. */
  readonly language: string;
  readonly platforms: readonly string[];
  /** "": none yet. */
  readonly stores: { readonly apple: string; readonly android: string };
  /** IANA zone of the example window. */
  readonly zone: string;
  /** Address of the JSON Schema for editors; null: none that is the same for everyone. */
  readonly schema: string | null;
  /** Path of the file. */
  readonly file: string;
}

/** In YAML. A comment with a space after `#` explains; one without is configuration, which an editor uncomments. */
export function newManifestText(manifest: NewManifest): string {
  const { project, name, language, platforms, zone, schema, file } = manifest;
  return `${schema === null ? "" : `# yaml-language-server: $schema=${schema}\n`}# Anything missing from this file is deleted from the project when it is applied. Check it without a server, then apply it:
#   drawbridge validate ${file}
#   drawbridge apply -f ${file}
apiVersion: drawbridge/v1
project: ${JSON.stringify(project)}
name: ${JSON.stringify(name)}
# BCP 47. The first is the default; messages can have a text for each.
languages: [${JSON.stringify(language)}]
# How long an app may keep an answer, and how long before its start maintenance is announced.
#ttl: PT30S
#reminder: PT1H

# Where users get updates. A version can be blocked only on a platform with a link.
${storeLines(manifest).join("\n")}

# Apps below the minimum, and blocked versions, must update. Quote versions: YAML reads 2.10 as the number 2.1.
platforms:
${platforms.map(platformLines).join("\n")}

# Back ends that can be in maintenance on their own. Apps name theirs in \`instanceId\`.
#instances:
#  main:
#    name: ${JSON.stringify(name)}

# Planned maintenance of the whole project; add \`instances: [main]\` or \`platforms: [ios]\` for a part of it.
#windows:
#  backup:
#    start: 2027-01-03T02:00
#    zone: ${zone}
#    duration: PT30M
#    repeat: FREQ=WEEKLY;BYDAY=SU

# Texts that apps show. Without them, Drawbridge's own are used.
#messages:
#  upgrade:
#    ${JSON.stringify(language)}: "Please update {project_name}."
`;
}

const exampleLinks = {
  apple: "https://apps.apple.com/app/id123456789",
  android: "https://play.google.com/store/apps/details?id=com.example.app",
};

function storeLines({ stores }: NewManifest): string[] {
  const lines = (["apple", "android"] as const).map((store) =>
    stores[store] === "" ? `#  ${store}: ${exampleLinks[store]}` : `  ${store}: ${JSON.stringify(stores[store])}`,
  );
  const hasLink = stores.apple !== "" || stores.android !== "";
  return [hasLink ? "stores:" : "#stores:", ...lines];
}

function platformLines(name: string): string {
  const store = defaultStores.has(name)
    ? []
    : ["    # android, apple, or none for an app that no store updates", "    store: none"];
  const policy = ['    #minimum: "1.2.0"', '    #recommended: "1.4.0"', '    #blocked: ["1.3.0", ">=1.3.2 <1.3.5"]'];
  return [`  ${name}:`, ...store, ...policy].join("\n");
}
