/** The Helm chart: rendered for many values, and read by the validator of Kubernetes. */
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { parse, parseAllDocuments } from "yaml";
import { temporaryDirectories } from "../temporary-directory.ts";
import { missing, runForeign, shippedText } from "./foreign-program.ts";

const root = join(import.meta.dirname, "..", "..", "..");
const chart = join(root, "deploy", "chart");
const rendered = join(root, "server", "test", "rendered-chart.yaml");
const skip =
  missing("helm", "go install helm.sh/helm/v3/cmd/helm@v3.19.2") ||
  missing("kubernetes-validate", "pip install kubernetes-validate");
const directories = temporaryDirectories();

/** Values of installations, and the kinds of objects that each has beside the Services. */
const installations: readonly (readonly [values: string, kinds: string])[] = [
  ["", "Deployment PodDisruptionBudget"],
  ["origin.replicas=1", "Deployment"],
  ["origin.store=sqlite,origin.replicas=1", "StatefulSet"],
  ["origin.store=sqlite,origin.replicas=1,origin.storage.className=fast,ingress.enabled=true", "Ingress StatefulSet"],
  ["origin.autoscaling.enabled=true", "Deployment HorizontalPodAutoscaler PodDisruptionBudget"],
  ["origin.settings.DRAWBRIDGE_LOG_LEVEL=debug,settings.DRAWBRIDGE_LOG_LEVEL=warn", "Deployment PodDisruptionBudget"],
  ["settings.DRAWBRIDGE_KEY_LIMIT=500", "Deployment PodDisruptionBudget"],
  ["trustedProxies={10.0.0.0/8,fd00::/8},ingress.enabled=true,ingress.tlsSecret=tls", "Deployment Ingress PodDisruptionBudget"],
  ["ingress.enabled=true,ingress.className=nginx,ingress.annotations.a=b", "Deployment Ingress PodDisruptionBudget"],
  ["httpRoute.enabled=true,httpRoute.parentRefs[0].name=gateway", "Deployment HTTPRoute HTTPRoute PodDisruptionBudget"],
  ["networkPolicy.enabled=true", "Deployment NetworkPolicy PodDisruptionBudget"],
  ["networkPolicy.enabled=true,networkPolicy.adminFrom=null", "Deployment NetworkPolicy PodDisruptionBudget"],
  ["monitoring.podMonitor=true,monitoring.labels.team=apps", "Deployment PodDisruptionBudget PodMonitor"],
  ["monitoring.rules=true", "Deployment PodDisruptionBudget PrometheusRule"],
  ["mode=edge", "PodDisruptionBudget StatefulSet"],
  ["mode=edge,edge.storage.enabled=false,edge.origin=https://origin.example.com", "Deployment PodDisruptionBudget"],
  ["mode=edge,edge.autoscaling.enabled=true", "HorizontalPodAutoscaler PodDisruptionBudget StatefulSet"],
  ["mode=edge,ingress.enabled=true,networkPolicy.enabled=true", "Ingress NetworkPolicy PodDisruptionBudget StatefulSet"],
  ["mode=edge,httpRoute.enabled=true,httpRoute.parentRefs[0].name=gateway", "HTTPRoute PodDisruptionBudget StatefulSet"],
  ["objects.url=s3://acme/drawbridge,objects.encrypted=true,objects.credentials=true", "Deployment PodDisruptionBudget"],
  [
    "mode=edge,objects.url=s3://acme/drawbridge,serviceAccountName=bucket,settings.AWS_REGION=eu-central-1,edge.storage.enabled=false",
    "Deployment PodDisruptionBudget",
  ],
  ["mode=both", "Deployment PodDisruptionBudget PodDisruptionBudget StatefulSet"],
  [
    "mode=both,origin.store=sqlite,origin.replicas=1,edge.storage.enabled=false,edge.replicas=1,image.tag=1.0.0",
    "Deployment StatefulSet",
  ],
  [
    "mode=both,image.pullSecrets={registry},podAnnotations.a=b,nodeSelector.disk=ssd,tolerations[0].operator=Exists",
    "Deployment PodDisruptionBudget PodDisruptionBudget StatefulSet",
  ],
];

/** Values that the chart refuses: the place that the message names. */
const refused: readonly (readonly [values: string, place: RegExp])[] = [
  ["mode=node", /mode/],
  ["origin.store=sqlite", /replicas/],
  ["publicUrl=http://drawbridge.example.com", /publicUrl/],
  ["edge.origin=http://origin", /edge.*origin/s],
  ["settings.DRAWBRIDGE_ADMIN_TOKEN=secret", /settings/],
  ["settings.LOG_LEVEL=debug", /settings/],
  ["objects.url=https://acme.example", /objects/],
  ["ingres.enabled=true", /ingres/],
  ["httpRoute.enabled=true", /parentRefs/],
  ["edge.storage.size=big", /size/],
];

interface KubernetesObject {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly labels: Readonly<Record<string, string>> };
  readonly spec: Readonly<Record<string, unknown>>;
}

interface Pod {
  readonly spec: {
    readonly serviceAccountName?: string;
    readonly containers: readonly { readonly env: readonly { readonly name: string; readonly value: string }[] }[];
  };
}

function render(values: string): string {
  const set = values === "" ? [] : ["--set", values];
  return runForeign("helm", ["template", "drawbridge", chart, "--kube-version", "1.34", ...set]).replace(/^walk\.go.*\n/gm, "");
}

function objectsIn(text: string): readonly KubernetesObject[] {
  return parseAllDocuments(text).flatMap((document) => {
    assert.deepEqual(document.errors, []);
    const object = document.toJS();
    return object === null ? [] : [object];
  });
}

test("helm lint finds nothing, and each installation has the objects that it needs, valid for three versions of Kubernetes", {
  skip,
}, () => {
  const directory = directories();
  mkdirSync(directory, { recursive: true });
  assert.match(
    runForeign("helm", ["lint", "--strict", "--kube-version", "1.34", chart]),
    /1 chart\(s\) linted, 0 chart\(s\) failed/,
  );
  const files = installations.map(([values, kinds], index) => {
    const text = render(values);
    const objects = objectsIn(text);
    const found = objects.map(({ kind }) => kind).filter((kind) => kind !== "Service");
    assert.deepEqual(found.sort(), kinds.split(" ").sort(), values);
    const names = objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    assert.deepEqual(names, [...new Set(names)], values);
    const own = objects.filter(({ kind }) => !["HTTPRoute", "PodMonitor", "PrometheusRule"].includes(kind));
    const file = join(directory, `${index}.yaml`);
    writeFileSync(file, own.map((object) => JSON.stringify(object)).join("\n---\n"));
    return { file, count: own.length };
  });
  const total = files.reduce((sum, { count }) => sum + count, 0);
  for (const version of ["1.31.0", "1.34.0", "1.37.0"]) {
    const paths = files.map(({ file }) => file);
    const said = runForeign("kubernetes-validate", ["--strict", "-k", version, ...paths]);
    assert.equal(said.match(/ passed for resource /g)?.length, total, said);
  }
});

test("the chart refuses values that do not fit, and names them", { skip }, () => {
  for (const [values, place] of refused) assert.throws(() => render(values), place, values);
});

test("Pods get the object store, and the files of its secrets", { skip }, () => {
  const text = render(
    "objects.url=s3://acme/drawbridge,objects.encrypted=true,objects.credentials=true,serviceAccountName=bucket",
  );
  const [pod] = objectsIn(text).flatMap(({ kind, spec }) => (kind === "Deployment" ? [spec.template as Pod] : []));
  const set = Object.fromEntries(pod?.spec.containers[0]?.env.map(({ name, value }) => [name, value]) ?? []);
  const { DRAWBRIDGE_OBJECTS: place, DRAWBRIDGE_OBJECTS_KEY_FILE: key, AWS_SHARED_CREDENTIALS_FILE: credentials } = set;
  assert.deepEqual(
    [place, key, credentials, pod?.spec.serviceAccountName],
    ["s3://acme/drawbridge", "/run/secrets/drawbridge/objects-key", "/run/secrets/drawbridge/aws-credentials", "bucket"],
  );
});

test("the rules are those of ops/alerts.yaml, with the address of the installation", { skip }, () => {
  const rules = objectsIn(render("monitoring.rules=true,publicUrl=https://gate.example.org")).find(
    ({ kind }) => kind === "PrometheusRule",
  );
  const shipped = shippedText("ops/alerts.yaml").replaceAll("https://drawbridge.acme.example", "https://gate.example.org");
  assert.deepEqual(rules?.spec, parse(shipped));
});

test("the rendered chart that shipping.test.ts reads is that of the chart (UPDATE=1 rewrites it)", { skip }, () => {
  const text = render(
    "mode=both,ingress.enabled=true,ingress.tlsSecret=tls,networkPolicy.enabled=true,trustedProxies={10.0.0.0/8}",
  );
  if (process.env.UPDATE === "1") writeFileSync(rendered, text);
  assert.equal(shippedText("server/test/rendered-chart.yaml"), text);
});
