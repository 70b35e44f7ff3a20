import { Title } from "@mantine/core";
import type { ReactNode } from "react";

/** A part of an answer, under a small heading. */
export function AnswerPart({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div>
      <Title order={3} size="h6" mb={4}>
        {title}
      </Title>
      {children}
    </div>
  );
}
