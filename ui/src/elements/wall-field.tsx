import { TextInput, type TextInputProps } from "@mantine/core";

interface WallFieldProps extends Omit<TextInputProps, "value" | "onChange"> {
  /** `2026-12-06T02:00`; "" while half of it is typed. */
  readonly value: string;
  readonly onChange: (wall: string) => void;
}

/** Fields for a date and a time of day; the zone is shown beside them. */
export function WallField({ value, onChange, ...props }: WallFieldProps) {
  return (
    <TextInput
      type="datetime-local"
      {...props}
      // Seconds are shown only where there are any.
      step={value.length > 16 ? 1 : 60}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
