/** The console never translates these names. */
export const snippetNames = {
  curl: "curl",
  web: "JavaScript",
  react: "React",
  reactNative: "React Native",
  flutter: "Flutter",
  express: "Express",
  python: "Python",
} as const;
export type SnippetName = keyof typeof snippetNames;
export const snippetOrder = Object.keys(snippetNames) as readonly SnippetName[];

interface SnippetValues {
  /** Without a path. */
  readonly url: string;
  readonly key: string;
  readonly version: string;
}

/** Clients whose platform is `web`; the others pass theirs. */
export function isWebSnippet(name: SnippetName): boolean {
  return name === "web" || name === "react";
}

export function printSnippet(name: Exclude<SnippetName, "curl">, values: SnippetValues): string {
  return printers[name]({
    url: quote(`${values.url}/api/v1`),
    key: quote(values.key),
    version: quote(values.version),
  });
}

/** Their values are literals of JavaScript, Dart and Python. */
const printers: Readonly<Record<Exclude<SnippetName, "curl">, (values: SnippetValues) => string>> = {
  web: ({ url, key, version }) => `import { createWebGate } from "drawbridge-gate/web";

const gate = createWebGate({
  baseUrl: ${url},
  key: ${key},
  version: ${version},
});
const { blocked, title, message } = await gate.start();`,

  react: ({ url, key, version }) => `import { Gate, GateProvider } from "drawbridge-gate/react";
import { createWebGate } from "drawbridge-gate/web";

const gate = createWebGate({
  baseUrl: ${url},
  key: ${key},
  version: ${version},
});

createRoot(document.getElementById("root")).render(
  <GateProvider client={gate}>
    <Gate support="mailto:support@example.com">
      <App />
    </Gate>
  </GateProvider>,
);`,

  reactNative: ({ url, key, version }) => `import AsyncStorage from "@react-native-async-storage/async-storage";
import { createGate, Gate, GateProvider } from "drawbridge-gate/react-native";

const gate = createGate({
  baseUrl: ${url},
  key: ${key},
  version: ${version},
  storage: AsyncStorage,
});

export default () => (
  <GateProvider client={gate}>
    <Gate support="mailto:support@example.com">
      <App />
    </Gate>
  </GateProvider>
);`,

  flutter: ({ url, key, version }) => `import 'package:drawbridge_gate/drawbridge_gate.dart';
import 'package:flutter/material.dart';
import 'package:shared_preferences/shared_preferences.dart';
import 'package:url_launcher/url_launcher.dart';

void main() {
  WidgetsFlutterBinding.ensureInitialized();
  final prefs = SharedPreferencesAsync();
  final gate = createGate(
    baseUrl: ${inDart(url)},
    key: ${inDart(key)},
    version: ${inDart(version)},
    storage: GateStorage.from(prefs.getString, prefs.setString),
    openLink: launchUrl,
  );
  runApp(
    DrawbridgeGate(
      client: gate,
      support: 'mailto:support@example.com',
      child: const MyApp(),
    ),
  );
}`,

  express: ({ url, key }) => `import { createServerGate, expressGate } from "drawbridge-gate/server";

const gate = createServerGate({
  baseUrl: ${url},
  key: ${key},
  exempt: ["/health"],
});
app.use(expressGate(gate));`,

  python: ({ url, key }) => `from drawbridge_gate import AsgiGate, Gate

gate = Gate(
    ${url},
    ${key},
    exempt=["/health"],
)
app = AsgiGate(app, gate)`,
};

/** A JSON string is also one of JavaScript and Python. */
function quote(text: string): string {
  return JSON.stringify(text);
}

/** Dart inserts values at a dollar sign. */
function inDart(literal: string): string {
  return literal.replaceAll("$", "\\$");
}

/** @param url of the read API, without a path */
export function configLine(url: string, key: string, platform: string, version: string): string {
  return line(`${url}/api/v1/config?platform=${encoded(platform)}&current_version=${encoded(version)}`, key);
}

export function maintenanceLine(url: string, key: string, instance: string): string {
  return line(`${url}/api/v1/maintenance?instanceId=${encoded(instance)}`, key);
}

function line(address: string, key: string): string {
  return `curl -H ${quoted(`x-api-key: ${key}`)} ${quoted(address)}`;
}

/** Quotes a value for a shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** An apostrophe in the URL would end the quotes. */
function encoded(text: string): string {
  return encodeURIComponent(text).replaceAll("'", "%27");
}
