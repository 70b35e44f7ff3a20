import { Code } from "@mantine/core";

interface VersionTextProps {
  readonly version: string;
  readonly platform?: string;
}

/** A version as apps send it, which never breaks in the middle. */
export function VersionText({ version, platform }: VersionTextProps) {
  return (
    <>
      {platform === undefined ? null : `${platform} `}
      <Code style={{ whiteSpace: "nowrap" }}>{version}</Code>
    </>
  );
}
