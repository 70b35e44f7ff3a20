import { Group, Stack, Switch, Text, Title } from "@mantine/core";
import { useState } from "react";
import { CopyText } from "../elements/copy-text.tsx";
import { useReadUrls } from "../session/read-urls.ts";
import { formatNumber } from "../texts/formats.ts";
import { curlCommand } from "./question.ts";
import { type AnsweredQuestion, bodyText } from "./simulation.ts";
import classes from "./simulator.module.css";
import { simulatorTexts as texts } from "./simulator-texts.ts";

/** Response on the wire, byte for byte. */
export function ExactAnswer({ answered: { question, simulation } }: { readonly answered: AnsweredQuestion }) {
  const [isLaidOut, setIsLaidOut] = useState(false);
  const exact = bodyText(simulation);
  const bytes = new TextEncoder().encode(exact).length;
  const headers = Object.entries(simulation.headers);
  return (
    <Stack gap="sm">
      <Title order={2} size="h4">
        {texts.exact}
      </Title>
      <Part title={texts.status}>
        <pre className={classes.bytes}>{simulation.status}</pre>
      </Part>
      <Part title={texts.headers} hint={texts.headersHint}>
        <pre className={classes.bytes}>{headers.map(([name, value]) => `${name}: ${value}`).join("\n")}</pre>
      </Part>
      <Part title={`${texts.body} (${texts.bytes(formatNumber(bytes))})`}>
        <Switch
          mb="xs"
          label={texts.laidOut}
          checked={isLaidOut}
          onChange={({ currentTarget: { checked } }) => setIsLaidOut(checked)}
        />
        <Group align="flex-start" gap="xs">
          {isLaidOut ? (
            <pre className={classes.bytes}>{JSON.stringify(simulation.body, null, 2)}</pre>
          ) : (
            <CopyText text={exact} name={texts.theBody} />
          )}
        </Group>
      </Part>
      <Part title={texts.curl} hint={texts.curlHint}>
        <CopyText text={curlCommand(useReadUrls()[question.ask], question)} name={texts.theCurl} />
      </Part>
    </Stack>
  );
}

interface PartProps {
  readonly title: string;
  readonly hint?: string;
  readonly children: React.ReactNode;
}

function Part({ title, hint, children }: PartProps) {
  return (
    <div>
      <Title order={3} size="h6" mb={4}>
        {title}
      </Title>
      {hint !== undefined && (
        <Text size="xs" c="dimmed" mb={4}>
          {hint}
        </Text>
      )}
      {children}
    </div>
  );
}
