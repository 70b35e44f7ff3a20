import { Button, Group, NativeSelect, Paper, SegmentedControl, SimpleGrid, Text, TextInput, Title } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { defaultMessages } from "drawbridge-rules/texts/default-messages.ts";
import { instantToWall, wallToInstant } from "drawbridge-rules/values/wall-time.ts";
import type { KeyboardEvent } from "react";
import { ChoiceField } from "../elements/form-fields.tsx";
import { instanceDisplayName } from "../instances/instance-list.ts";
import { ownZone } from "../texts/browser-locale.ts";
import { formatInstant, formatLanguage } from "../texts/formats.ts";
import { listLanguages, type MessageForm } from "./message-form.ts";
import { messageTexts as texts } from "./message-texts.ts";
import { type MessageSearch, messagesRoute } from "./messages-route.ts";
import type { PhoneContext } from "./phone-context.ts";

interface PhoneChoiceProps {
  readonly form: MessageForm;
  readonly context: PhoneContext;
  /** Without edit permission there is no draft. */
  readonly isReadOnly: boolean;
}

/** Platform, version, language and time of the phones. They are in the address and never published. */
export function PhoneChoice({ form, context, isReadOnly }: PhoneChoiceProps) {
  const go = useGo();
  const { published } = messagesRoute.useSearch();
  const [isOpen, { toggle }] = useDisclosure(false);
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="phones">
      <Group gap="sm" justify="space-between">
        <div>
          <Title order={2} size="h4" id="phones">
            {texts.phones}
          </Title>
          <Summary form={form} context={context} />
        </div>
        <Group gap="sm">
          {!isReadOnly && (
            <SegmentedControl
              aria-label={texts.source}
              value={published ? "published" : "draft"}
              data={[
                { value: "draft", label: texts.isDraft },
                { value: "published", label: texts.isPublished },
              ]}
              onChange={(value) => go({ published: value === "published" || undefined })}
            />
          )}
          <Button variant="default" aria-expanded={isOpen} onClick={toggle}>
            {texts.choosePhone}
          </Button>
        </Group>
      </Group>
      {isOpen && <PhoneFields form={form} context={context} />}
    </Paper>
  );
}

function Summary({ form, context }: Omit<PhoneChoiceProps, "isReadOnly">) {
  const { at } = messagesRoute.useSearch();
  const { platform, version, instances, instance, lang } = context;
  const own = instances.find(({ id }) => id === instance);
  const said = [
    `${platform} ${version}`,
    own ? instanceDisplayName(own, form.languages) : "",
    formatLanguage(lang),
    at === undefined ? texts.toNow : `${formatInstant(at)} ${ownZone}`,
  ];
  return (
    <Text size="sm" c="dimmed">
      {said.filter((text) => text !== "").join(" · ")}
    </Text>
  );
}

function PhoneFields({ form, context }: Omit<PhoneChoiceProps, "isReadOnly">) {
  const go = useGo();
  const { version, lang } = messagesRoute.useSearch();
  const { platforms, platform, instances, instance, config, isDark } = context;
  const isRefused = config !== undefined && config.status !== 200;
  const languages = [...new Set([...listLanguages(form), ...Object.keys(defaultMessages.upgrade), ...(lang ? [lang] : [])])];
  const named = instances.map((item) => ({ value: item.id, label: instanceDisplayName(item, form.languages) }));
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} mt="md" spacing="sm">
      <NativeSelect
        label={texts.platform}
        data={[...platforms]}
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
      <NativeSelect
        label={texts.instance}
        disabled={instance === null}
        data={instance === null ? [texts.noInstance] : named}
        value={instance ?? undefined}
        onChange={({ currentTarget: { value } }) => go({ instance: value })}
      />
      <NativeSelect
        label={texts.phoneLanguage}
        data={[
          { value: "", label: texts.followed },
          ...languages.map((tag) => ({ value: tag, label: `${formatLanguage(tag)} (${tag})` })),
        ]}
        value={lang ?? ""}
        onChange={({ currentTarget: { value } }) => go({ lang: value || undefined })}
      />
      <When context={context} />
      <ChoiceField
        label={texts.look}
        value={isDark ? "dark" : "light"}
        choices={{ light: texts.light, dark: texts.dark }}
        onChange={(look) => go({ look })}
      />
    </SimpleGrid>
  );
}

function When({ context: { situation, next, now } }: { readonly context: PhoneContext }) {
  const go = useGo();
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

function useGo(): (search: MessageSearch) => void {
  const navigate = messagesRoute.useNavigate();
  return (changed) => void navigate({ search: (search) => ({ ...search, ...changed }), replace: true, resetScroll: false });
}
