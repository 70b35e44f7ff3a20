import { Button, Group, NativeSelect, Stack, Text, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { instantToWall, wallToInstant } from "drawbridge-rules/values/wall-time.ts";
import type { KeyboardEvent } from "react";
import { ChoiceField } from "../elements/form-fields.tsx";
import { LongSelect } from "../elements/long-select.tsx";
import { instanceDisplayName } from "../instances/instance-list.ts";
import { ownZone } from "../texts/browser-locale.ts";
import type { MessageForm } from "./message-form.ts";
import { messageTexts as texts } from "./message-texts.ts";
import { messagesRoute, useMessageSearch } from "./messages-route.ts";
import type { PhoneContext } from "./phone-context.ts";

interface PhoneChoiceProps {
  readonly form: MessageForm;
  readonly context: PhoneContext;
  /** Without edit permission there is no draft. */
  readonly isReadOnly: boolean;
}

/** App, version and time of the phone. They are in the address and never published. */
export function PhoneChoice({ form, context, isReadOnly }: PhoneChoiceProps) {
  const go = useMessageSearch();
  const { published } = messagesRoute.useSearch();
  const [isOpen, { toggle }] = useDisclosure(false);
  return (
    <Stack gap="sm" mt="sm">
      <div>
        <Button variant="subtle" size="compact-sm" aria-expanded={isOpen} onClick={toggle}>
          {texts.choosePhone}
        </Button>
      </div>
      {isOpen && !isReadOnly && (
        <ChoiceField
          label={texts.source}
          value={published ? "published" : "draft"}
          choices={{ draft: texts.isDraft, published: texts.isPublished }}
          onChange={(value) => go({ published: value === "published" || undefined })}
        />
      )}
      {isOpen && <PhoneFields form={form} context={context} />}
    </Stack>
  );
}

function PhoneFields({ form, context }: Omit<PhoneChoiceProps, "isReadOnly">) {
  const go = useMessageSearch();
  const { version } = messagesRoute.useSearch();
  const { platforms, platform, instances, instance, config, isDark } = context;
  const isRefused = config !== undefined && config.status !== 200;
  const named = instances.map((item) => ({ value: item.id, label: instanceDisplayName(item, form.languages) }));
  return (
    <>
      <NativeSelect
        label={texts.platform}
        data={platforms.map(({ id, name }) => ({ value: id, label: name }))}
        value={platform}
        onChange={({ currentTarget: { value } }) => go({ platform: value })}
      />
      <TextInput
        label={texts.version}
        maxLength={64}
        autoComplete="off"
        spellCheck={false}
        value={version ?? context.version}
        error={isRefused ? texts.versionRefused : undefined}
        onKeyDown={staysHere}
        onChange={({ currentTarget: { value } }) => go({ version: value === "" ? undefined : value })}
      />
      <LongSelect
        label={texts.instance}
        disabled={instance === null}
        data={instance === null ? [{ value: "", label: texts.noInstance }] : named}
        value={instance ?? ""}
        onChange={(id) => go({ instance: id })}
      />
      <When context={context} />
      <ChoiceField
        label={texts.look}
        value={isDark ? "dark" : "light"}
        choices={{ light: texts.light, dark: texts.dark }}
        onChange={(look) => go({ look })}
      />
    </>
  );
}

function When({ context: { situation, next, now } }: { readonly context: PhoneContext }) {
  const go = useMessageSearch();
  const { at } = messagesRoute.useSearch();
  const begin = [situation?.window ? situation.start : 0, next?.start ?? 0].find((start) => start > now);
  const jumps: readonly (readonly [string, number | undefined | null])[] = [
    [texts.toNow, at === undefined ? undefined : null],
    [texts.toReminder, next && next.from > now ? next.from : undefined],
    [texts.toMaintenance, begin],
  ];
  return (
    <div>
      <TextInput
        type="datetime-local"
        label={texts.when}
        onKeyDown={staysHere}
        value={at === undefined ? "" : instantToWall(Date.parse(at), ownZone).slice(0, 16)}
        onChange={({ currentTarget: { value } }) => go({ at: value === "" ? undefined : utc(wallToInstant(value, ownZone)) })}
      />
      <Text size="xs" c="dimmed" mt={4}>
        {texts.whenHint(ownZone)}
      </Text>
      <Group gap={4} mt={4}>
        {jumps.map(
          ([label, instant]) =>
            instant !== undefined && (
              <Button
                key={label}
                size="compact-xs"
                variant="default"
                onClick={() => go({ at: instant === null ? undefined : utc(instant) })}
              >
                {label}
              </Button>
            ),
        )}
      </Group>
    </div>
  );
}

/** Fields of the preview; they change nothing. */
function staysHere(event: KeyboardEvent): void {
  if (event.key === "Enter") event.preventDefault();
}

/** Undefined if there is no such instant. */
function utc(at: number): string | undefined {
  return Number.isNaN(at) ? undefined : new Date(at).toISOString();
}
