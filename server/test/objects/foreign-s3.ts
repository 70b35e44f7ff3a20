/** Stand-ins of S3 that others wrote, with conditional puts: both answer 412 to a put whose condition does not hold. */
import { CreateBucketCommand, S3Client } from "@aws-sdk/client-s3";
import { freePort } from "../free-port.ts";
import { missing, startForeign } from "../recipes/foreign-program.ts";
import { AwsEnvironment } from "./aws-environment.ts";

export const foreignS3 = {
  moto_server: {
    install: "pip install 'moto[s3,server]==5.2.5'",
    args: (port: number) => ["-H", "127.0.0.1", "-p", String(port)],
  },
  gofakes3: {
    install: "go install github.com/johannesboyne/gofakes3/cmd/gofakes3@v1.2.0",
    args: (port: number) => ["-backend", "memory", "-host", `127.0.0.1:${port}`],
  },
} as const;

export type ForeignS3 = keyof typeof foreignS3;

/** The reason why it cannot run here, or false. For `skip` of a test. */
export function missingS3(program: ForeignS3): string | false {
  return missing(program, foreignS3[program].install);
}

export interface RunningS3 extends AsyncDisposable {
  /** URL of an empty bucket. */
  readonly url: string;
  /** Variables of the environment for other processes; those of this one are set. */
  readonly env: Readonly<Record<string, string>>;
}

export async function startForeignS3(program: ForeignS3): Promise<RunningS3> {
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
