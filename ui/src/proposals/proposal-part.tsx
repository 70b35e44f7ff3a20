import { Title } from "@mantine/core";
import { type ReactNode, useId } from "react";

/** A part of what is shown of one proposal. */
export function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Title order={3} size="h5" mb="xs" id={id}>
        {title}
      </Title>
      {children}
    </section>
  );
}
