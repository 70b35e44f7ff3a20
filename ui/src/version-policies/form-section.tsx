import { Text, Title } from "@mantine/core";
import { type ReactNode, type RefObject, useId } from "react";

interface FormSectionProps {
  readonly title: string;
  readonly hint: string;
  readonly frame?: RefObject<HTMLElement | null>;
  readonly children: ReactNode;
}

/** Part of a form with a heading. No fieldset: Chromium gives container queries in one a width of 0 when its content changes. */
export function FormSection({ title, hint, frame, children }: FormSectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} ref={frame}>
      <Title order={3} size="sm" id={id}>
        {title}
      </Title>
      <Text size="xs" c="dimmed" mb="xs">
        {hint}
      </Text>
      {children}
    </section>
  );
}
