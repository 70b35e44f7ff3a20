/** The proxies of deploy/, each with its shipped configuration but for addresses and certificates. */
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../free-port.ts";
import type { Program } from "../running-program.ts";
import { selfSignedCertificate } from "../self-signed-certificate.ts";
import { adapted, type RunningForeign, shippedText, startForeign } from "./foreign-program.ts";

/** Names in the configurations: of the API for apps, and for people. */
export const apps = "api.acme.example";
export const people = "drawbridge.acme.example";

export interface Proxy {
  readonly name: string;
  readonly install: string;
  start(directory: string, nodes: readonly Program[], port: number): Promise<RunningForeign>;
}

export const portOf = (url: string) => new URL(url).port;

/** Writes a certificate of its own. Returns the paths. */
function writeCertificate(directory: string): { readonly key: string; readonly certificate: string } {
  const made = selfSignedCertificate(people);
  const paths = { key: join(directory, "key.pem"), certificate: join(directory, "certificate.pem") };
  writeFileSync(paths.key, made.key);
  writeFileSync(paths.certificate, made.certificate);
  return paths;
}

export const nginx: Proxy = {
  name: "nginx",
  install: "apt-get install nginx-light",
  async start(directory, nodes, port) {
    mkdirSync(directory, { recursive: true });
    const { key, certificate } = writeCertificate(directory);
    const servers = (urls: readonly string[]) => urls.map((url) => `server 127.0.0.1:${portOf(url)};`).join("\n  ");
    const recipe = adapted(shippedText("deploy/nginx.conf"), {
      "server 127.0.0.1:8080;": servers(nodes.map(({ urls }) => urls.config)),
      "server 127.0.0.1:8081;": servers(nodes.map(({ urls }) => urls.admin)),
      "listen 443 ssl;": `listen 127.0.0.1:${port} ssl;`,
      "/etc/ssl/acme.example.pem": certificate,
      "/etc/ssl/acme.example.key": key,
    });
    return startNginx(directory, recipe, port);
  },
};

function startNginx(directory: string, recipe: string, port: number): Promise<RunningForeign> {
  writeFileSync(join(directory, "drawbridge.conf"), recipe);
  const kinds = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  const own = kinds.map((kind) => `${kind}_temp_path ${join(directory, kind)};`).join(" ");
  const main = `daemon off; pid ${join(directory, "pid")}; error_log stderr; events {}
    http { access_log off; ${own} include ${join(directory, "drawbridge.conf")}; }`;
  writeFileSync(join(directory, "nginx.conf"), main);
  return startForeign("nginx", { args: ["-c", join(directory, "nginx.conf"), "-p", directory, "-e", "stderr"], port });
}

export const caddy: Proxy = {
  name: "caddy",
  install: "apt-get install caddy",
  async start(directory, nodes, port) {
    mkdirSync(directory, { recursive: true });
    const { key, certificate } = writeCertificate(directory);
    const tls = `\ttls ${certificate} ${key}`;
    const addresses = (urls: readonly string[]) => `reverse_proxy ${urls.map((url) => `127.0.0.1:${portOf(url)}`).join(" ")} {`;
    // No port below 1024.
    const own = ["admin off", `https_port ${port}`, `http_port ${await freePort()}`];
    const recipe = adapted(shippedText("deploy/Caddyfile"), {
      "grace_period 10s": ["grace_period 1s", ...own].join("\n\t"),
      [`${apps} {`]: `${apps} {\n${tls}`,
      [`${people} {`]: `${people} {\n${tls}`,
      "reverse_proxy 127.0.0.1:8080 {": addresses(nodes.map(({ urls }) => urls.config)),
      "reverse_proxy 127.0.0.1:8081 {": addresses(nodes.map(({ urls }) => urls.admin)),
    });
    return startCaddy(directory, recipe, port);
  },
};

function startCaddy(directory: string, recipe: string, port: number): Promise<RunningForeign> {
  const file = join(directory, "Caddyfile");
  writeFileSync(file, recipe);
  const env = { XDG_DATA_HOME: directory, XDG_CONFIG_HOME: directory, HOME: directory };
  return startForeign("caddy", { args: ["run", "--config", file, "--adapter", "caddyfile"], env, port });
}

export const varnish: Proxy = {
  name: "varnishd",
  install: "apt-get install varnish",
  async start(directory, [node], port) {
    mkdirSync(directory, { recursive: true });
    const file = join(directory, "drawbridge.vcl");
    const reads = portOf(node?.urls.config ?? assert.fail("a node is needed"));
    writeFileSync(file, adapted(shippedText("deploy/varnish.vcl"), { '"8080"': `"${reads}"` }));
    // Without a jail: its users could not read the directory.
    const args = ["-F", "-j", "none", "-a", `127.0.0.1:${port}`, "-f", file, "-n", join(directory, "work"), "-s", "malloc,32m"];
    return startForeign("varnishd", { args, port });
  },
};

/** Host name of the back end in the recipes for `/auth/gate`. */
export const shop = "shop.acme.example";

/** A proxy in front of a back end that asks `/auth/gate` first. */
export interface GateProxy extends Omit<Proxy, "start"> {
  /** @param ports of Drawbridge, of the back end, and its own */
  start(directory: string, key: string, ports: Readonly<Record<"gate" | "backend" | "own", number>>): Promise<RunningForeign>;
}

export const gateProxies: readonly GateProxy[] = [
  {
    ...nginx,
    start(directory, key, { gate, backend, own }) {
      mkdirSync(directory, { recursive: true });
      const files = writeCertificate(directory);
      const recipe = adapted(shippedText("deploy/gate.nginx.conf"), {
        "server 127.0.0.1:8080;": `server 127.0.0.1:${gate};`,
        "server 127.0.0.1:3000;": `server 127.0.0.1:${backend};`,
        "listen 443 ssl;": `listen 127.0.0.1:${own} ssl;`,
        "/etc/ssl/acme.example.pem": files.certificate,
        "/etc/ssl/acme.example.key": files.key,
        dbr_KEY: key,
      });
      return startNginx(directory, recipe, own);
    },
  },
  {
    ...caddy,
    async start(directory, key, { gate, backend, own }) {
      mkdirSync(directory, { recursive: true });
      const files = writeCertificate(directory);
      const global = `{\n\tadmin off\n\thttps_port ${own}\n\thttp_port ${await freePort()}\n}\n`;
      const recipe = adapted(shippedText("deploy/gate.Caddyfile"), {
        [`${shop} {`]: `${shop} {\n\ttls ${files.certificate} ${files.key}`,
        "127.0.0.1:8080": `127.0.0.1:${gate}`,
        "127.0.0.1:3000": `127.0.0.1:${backend}`,
        dbr_KEY: key,
      });
      return startCaddy(directory, global + recipe, own);
    },
  },
  {
    name: "haproxy",
    install: "apt-get install haproxy",
    start(directory, key, { gate, backend, own }) {
      mkdirSync(directory, { recursive: true });
      const files = writeCertificate(directory);
      const [pem, lua, config] = ["both.pem", "gate.lua", "haproxy.cfg"].map((name) => join(directory, name)) as [
        string,
        string,
        string,
      ];
      writeFileSync(pem, readFileSync(files.certificate, "utf8") + readFileSync(files.key, "utf8"));
      writeFileSync(lua, adapted(shippedText("deploy/gate.lua"), { dbr_KEY: key }));
      const recipe = adapted(shippedText("deploy/gate.haproxy.cfg"), {
        "/etc/haproxy/gate.lua": lua,
        "bind :443": `bind 127.0.0.1:${own}`,
        "/etc/ssl/acme.example.pem": pem,
        "127.0.0.1:3000": `127.0.0.1:${backend}`,
        "127.0.0.1:8080": `127.0.0.1:${gate}`,
      });
      writeFileSync(config, recipe);
      return startForeign("haproxy", { args: ["-db", "-f", config], port: own });
    },
  },
];
