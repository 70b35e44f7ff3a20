/** Object stores against moto and gofakes3, which others wrote: the contract that `npm test` checks against a stand-in of our own. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { promisify } from "node:util";
import { CreateBucketCommand, S3Client } from "@aws-sdk/client-s3";
import { openObjectStore } from "../../src/objects/open-objects.ts";
import { freePort } from "../free-port.ts";
import { AwsEnvironment } from "../objects/aws-environment.ts";
import { fails, objectStoreContract } from "../objects/object-store-contract.ts";
import { inTemporaryDirectory } from "../temporary-directory.ts";
import { missing, startForeign } from "./foreign-program.ts";

/** Stand-ins of S3 that others wrote, with conditional puts: both answer 412 to a put whose condition does not hold. */
const foreignS3 = {
  moto_server: {
    install: "pip install 'moto[s3,server]==5.2.5'",
    args: (port: number) => ["-H", "127.0.0.1", "-p", String(port)],
  },
  gofakes3: {
    install: "go install github.com/johannesboyne/gofakes3/cmd/gofakes3@v1.2.0",
    args: (port: number) => ["-backend", "memory", "-host", `127.0.0.1:${port}`],
  },
} as const;

type ForeignS3 = keyof typeof foreignS3;

/** The reason why it cannot run here, or false. For `skip` of a test. */
function missingS3(program: ForeignS3): string | false {
  return missing(program, foreignS3[program].install);
}

interface RunningS3 extends AsyncDisposable {
  /** URL of an empty bucket. */
  readonly url: string;
  /** Variables of the environment for other processes; those of this one are set. */
  readonly env: Readonly<Record<string, string>>;
}

async function startForeignS3(program: ForeignS3): Promise<RunningS3> {
  const port = await freePort();
  const running = await startForeign(program, { args: foreignS3[program].args(port), port });
  const environment = new AwsEnvironment(`http://127.0.0.1:${port}`);
  const client = new S3Client({ forcePathStyle: true });
  await client.send(
    new CreateBucketCommand({ Bucket: "drawbridge", CreateBucketConfiguration: { LocationConstraint: "eu-south-1" } }),
  );
  client.destroy();
  return {
    url: "s3://drawbridge",
    env: environment.variables,
    async [Symbol.asyncDispose]() {
      environment[Symbol.dispose]();
      await running[Symbol.asyncDispose]();
    },
  };
}

/** Opens the bucket in a process with no other environment, and prints whether it is there. */
const opening = `
  import { openObjectStore } from ${JSON.stringify(join(import.meta.dirname, "..", "..", "src", "objects", "open-objects.ts"))};
  const store = await openObjectStore("s3://drawbridge/credentials");
  console.log((await store.get("head")) === null ? "found" : "not empty");
  store.close();`;

async function openWith(env: Readonly<Record<string, string>>): Promise<string> {
  const command = ["--input-type=module", "--eval", opening];
  const { stdout } = await promisify(execFile)(process.execPath, command, { env: { AWS_EC2_METADATA_DISABLED: "true", ...env } });
  return stdout.trim();
}

test("credentials, region and endpoint are found in files, by a web identity, and from the container", {
  skip: missingS3("moto_server"),
}, async () => {
  await using bucket = await startForeignS3("moto_server");
  const {
    AWS_ENDPOINT_URL: endpoint = "",
    AWS_REGION: region = "",
    AWS_ACCESS_KEY_ID: id,
    AWS_SECRET_ACCESS_KEY: secret,
  } = bucket.env;
  const given = { AWS_ENDPOINT_URL: endpoint, AWS_REGION: region };
  await inTemporaryDirectory(async (directory) => {
    const file = (name: string, content: string) => {
      writeFileSync(join(directory, name), content);
      return join(directory, name);
    };
    const files = {
      AWS_PROFILE: "own",
      AWS_CONFIG_FILE: file("config", `[profile own]\nregion = ${region}\nendpoint_url = ${endpoint}\n`),
      AWS_SHARED_CREDENTIALS_FILE: file("credentials", `[own]\naws_access_key_id = ${id}\naws_secret_access_key = ${secret}\n`),
    };
    assert.equal(await openWith(files), "found");
    const role = { AWS_ROLE_ARN: "arn:aws:iam::123456789012:role/own", AWS_WEB_IDENTITY_TOKEN_FILE: file("token", "token") };
    assert.equal(await openWith({ ...given, ...role }), "found");
  });
  const container = createServer((_, response) => {
    response.end(JSON.stringify({ AccessKeyId: id, SecretAccessKey: secret, Token: "t", Expiration: "2099-01-01T00:00:00Z" }));
  });
  await new Promise<void>((resolve) => container.listen(0, "127.0.0.1", resolve));
  const { port } = container.address() as AddressInfo;
  assert.equal(await openWith({ ...given, AWS_CONTAINER_CREDENTIALS_FULL_URI: `http://127.0.0.1:${port}/own` }), "found");
  container.close();
  await assert.rejects(openWith(given), /failed while reading head: Could not load credentials from any providers/);
});

for (const program of Object.keys(foreignS3) as ForeignS3[])
  describe(program, { skip: missingS3(program) }, () => {
    let bucket: RunningS3;
    let count = 0;

    before(async () => {
      bucket = await startForeignS3(program);
    });
    after(() => bucket[Symbol.asyncDispose]());

    objectStoreContract(program, () => openObjectStore(`${bucket.url}/test-${++count}`, 60_000));

    test("a bucket that does not exist is an error that says so", async () => {
      const store = await openObjectStore("s3://absent/prefix");
      await fails("missing", /failed while reading head: HTTP 404 NoSuchBucket\.$/, store, store.get("head"));
      await fails("missing", /HTTP 404 NoSuchBucket\.$/, store, store.put("head", Buffer.from("1"), null));
      await fails("missing", /HTTP 404 NoSuchBucket\.$/, store, Array.fromAsync(store.list("")));
      store.close();
    });
  });
