import { Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./settings.module.css";

interface SettingsRowProps {
  readonly title: string;
  readonly meaning?: string;
  readonly children: ReactNode;
}

export function SettingsRow({ title, meaning, children }: SettingsRowProps) {
  return (
    <section className={classes.row}>
      <div>
        <Title order={2} size="h3">
          {title}
        </Title>
        <Text c="dimmed" mt={4}>
          {meaning}
        </Text>
      </div>
      <div className={classes.fields}>{children}</div>
    </section>
  );
}
