import { NativeSelect, Select } from "@mantine/core";

interface LongSelectProps {
  readonly label?: string;
  readonly "aria-label"?: string;
  readonly w?: string;
  readonly value: string;
  readonly data: readonly { readonly value: string; readonly label: string }[];
  readonly onChange: (value: string) => void;
}

const most = 60;

/** The system's own list has no search, which many choices need. */
export function LongSelect({ data, onChange, ...props }: LongSelectProps) {
  if (data.length <= most)
    return <NativeSelect {...props} data={[...data]} onChange={({ currentTarget: { value } }) => onChange(value)} />;
  return (
    <Select
      {...props}
      data={[...data]}
      searchable
      limit={most}
      allowDeselect={false}
      onChange={(value) => value !== null && onChange(value)}
    />
  );
}
