/** The environment in which the AWS SDK finds a stand-in of S3 and its credentials, and nothing else of this machine. */
export class AwsEnvironment implements Disposable {
  readonly variables: Readonly<Record<string, string>>;
  readonly #before: ReadonlyMap<string, string | undefined>;

  /** Sets the variables of this process. */
  constructor(endpoint: string) {
    this.variables = {
      AWS_ENDPOINT_URL: endpoint,
      AWS_REGION: "eu-south-1",
      AWS_ACCESS_KEY_ID: "stand-in",
      AWS_SECRET_ACCESS_KEY: "stand-in-secret",
      AWS_EC2_METADATA_DISABLED: "true",
      AWS_CONFIG_FILE: "/does-not-exist/config",
      AWS_SHARED_CREDENTIALS_FILE: "/does-not-exist/credentials",
    };
    this.#before = new Map(Object.keys(this.variables).map((name) => [name, process.env[name]]));
    Object.assign(process.env, this.variables);
  }

  [Symbol.dispose](): void {
    for (const [name, value] of this.#before)
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
  }
}
