import { Input } from "@mantine/core";
import { type ReactNode, useId } from "react";

interface FieldGroupProps {
  readonly label: string;
  readonly description?: string;
  /** Gets the id of its label, for `aria-labelledby`. */
  readonly children: (labelId: string) => ReactNode;
}

/** Label, like that of a field, above a control that has none of its own. */
export function FieldGroup({ label, description, children }: FieldGroupProps) {
  const id = useId();
  return (
    <div>
      <Input.Label id={id} component="div" labelElement="div">
        {label}
      </Input.Label>
      {description !== undefined && <Input.Description mb={4}>{description}</Input.Description>}
      {children(id)}
    </div>
  );
}
