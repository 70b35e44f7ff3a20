import { Radio, Stack } from "@mantine/core";
import type { Role } from "drawbridge-rules/people/role.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { roleTexts as meanings, memberTexts as texts } from "./member-texts.ts";

const { roles } = sharedTexts;

interface RoleChoiceProps {
  readonly value: Role;
  readonly isDisabled?: boolean;
  readonly error?: string | undefined;
  readonly onChange: (role: Role) => void;
}

const choices: readonly Role[] = ["viewer", "operator", "editor", "owner"];

export function RoleChoice({ value, isDisabled = false, error, onChange }: RoleChoiceProps) {
  return (
    <Radio.Group
      label={texts.role}
      description={texts.roleHint}
      error={error}
      value={value}
      onChange={(chosen) => onChange(chosen as Role)}
    >
      <Stack gap="xs" mt="xs">
        {choices.map((role) => (
          <Radio key={role} value={role} label={roles[role]} description={meanings[role]} disabled={isDisabled} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
