import { Alert, Button, Group, List, NavLink, SegmentedControl, Stack, Tabs, Text, Title, VisuallyHidden } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { namesIn } from "drawbridge-rules/describe/reader.ts";
import type { Platform } from "drawbridge-rules/wire/platform.ts";
import type { Project } from "drawbridge-rules/wire/project.ts";
import type { MaintenanceWindow } from "drawbridge-rules/wire/window.ts";
import { useMemo, useState } from "react";
import { Hint } from "../elements/cells.tsx";
import { AnchorLink, QueryState, Screen } from "../elements/screen.tsx";
import { windowListQuery } from "../maintenance/windows/window-list.ts";
import { projectHeadQuery } from "../projects/project-list.ts";
import { EditForm } from "../review/edit-form.tsx";
import { type Edit, useEdit } from "../review/use-edit.tsx";
import { messagesRoute, useMessageSearch } from "../routes.ts";
import { admin, orNull } from "../server-connection.ts";
import { isAtLeast, useRole } from "../session/session.ts";
import { LanguagesField } from "../settings/languages-field.tsx";
import { formatLanguage, formatList } from "../texts/formats.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { policyListQuery } from "../version-policies/version-policy-list.ts";
import { KindPhone, MessageFields, type MessageFieldsProps } from "./message-fields.tsx";
import {
  emptyForm,
  findUnfoundTexts,
  type Kind,
  kinds,
  lacksFirstLanguage,
  listLanguages,
  type MessageForm,
  toMessageForm,
  toSentForm,
  withCopied,
  withLanguages,
  writtenIn,
} from "./message-form.ts";
import { messageTexts as texts } from "./message-texts.ts";
import classes from "./messages.module.css";
import { faultsIn, type ShownPolicies, toShownPolicies } from "./text-marks.ts";

export function MessagesScreen() {
  const { project } = messagesRoute.useParams();
  const head = useQuery(projectHeadQuery(project));
  const policies = useQuery(policyListQuery(project));
  const windows = useQuery(windowListQuery(project));
  return (
    <Screen title={sharedTexts.screens.messages} project={project}>
      <QueryState query={head}>
        {({ value, etag }) => (
          <QueryState query={policies}>
            {(list) => <MessageEditor key={project} head={value} etag={etag} policies={list} windows={windows.data ?? []} />}
          </QueryState>
        )}
      </QueryState>
    </Screen>
  );
}

interface MessageEditorProps {
  readonly head: Project;
  readonly etag: string;
  readonly policies: readonly Platform[];
  readonly windows: readonly MaintenanceWindow[];
}

function MessageEditor({ head, etag, policies, windows }: MessageEditorProps) {
  const isReadOnly = !isAtLeast(useRole(head.id), "editor");
  const edit = useMessageEdit(head, etag);
  const { form, change, problemAt } = edit;
  const published = useMemo(() => toMessageForm(head), [head]);
  const known = useMemo(() => toShownPolicies(policies), [policies]);
  const { kind = kinds[0], language: wanted = "" } = messagesRoute.useSearch();
  const languages = listLanguages(form);
  const language = languages.includes(wanted) ? wanted : (languages[0] ?? "en");
  const go = useMessageSearch();
  const [isManaging, { toggle }] = useDisclosure(false);
  const [view, setView] = useState("text");
  const shown = { form, kind, language };
  const fields = [`messages.${kind}.${language}`, `titles.${kind}.${language}`, ...(isManaging ? ["languages"] : [])];
  return (
    <EditForm edit={edit} fields={fields} isReadOnly={isReadOnly}>
      <div className={classes.screen}>
        <div className={classes.places} data-view={view}>
          <KindList form={form} published={published} kind={kind} policies={known} />
          <SegmentedControl
            className={classes.views}
            fullWidth
            aria-label={texts.view}
            value={view}
            data={[
              { value: "text", label: texts.viewText },
              { value: "phone", label: texts.viewPhone },
            ]}
            onChange={setView}
          />
          <Stack gap="md" className={classes.editor} component="section" aria-label={texts.kinds[kind]}>
            <Group justify="space-between" align="flex-start">
              <div>
                <Title order={2}>{texts.kinds[kind]}</Title>
                <Hint>{texts.kindHints[kind]}</Hint>
              </div>
              {!isReadOnly && (
                <Button variant="subtle" size="compact-sm" aria-expanded={isManaging} onClick={toggle}>
                  {texts.manage}
                </Button>
              )}
            </Group>
            {isManaging && (
              <LanguagesField
                languages={form.languages}
                problemAt={problemAt}
                onChange={(chosen) => {
                  change(withLanguages(form, chosen));
                  const added = chosen.find((each) => !form.languages.includes(each));
                  if (added !== undefined) go({ language: added });
                }}
              />
            )}
            <UnfoundTexts form={form} isReadOnly={isReadOnly} onChange={change} />
            {lacksFirstLanguage(form, kind) && (
              <Alert color="caution">{texts.lacksFirst(formatLanguage(form.languages[0] ?? ""))}</Alert>
            )}
            <LanguageTabs form={form} language={language} policies={known}>
              <MessageFields
                {...shown}
                key={`${kind} ${language}`}
                policies={known}
                problem={problemAt(`messages.${kind}.${language}`) ?? problemAt(`titles.${kind}.${language}`)}
                isReadOnly={isReadOnly}
                onChange={change}
              />
            </LanguageTabs>
            <OwnTexts project={head.id} kind={kind} language={language} policies={policies} windows={windows} />
          </Stack>
          <section className={classes.preview} aria-label={texts.phones}>
            <KindPhone {...shown} project={head.id} published={published} policies={policies} />
          </section>
        </div>
      </div>
    </EditForm>
  );
}

function useMessageEdit(head: Project, etag: string): Edit<MessageForm> {
  const present = useMemo(() => ({ form: toMessageForm(head), etag }), [head, etag]);
  return useEdit<MessageForm>({
    project: head.id,
    resource: "messages",
    path: () => "",
    title: () => texts.review,
    present,
    initial: emptyForm,
    read: async () => {
      const now = await orNull(admin.getProject({ project: head.id }));
      return now && { form: toMessageForm(now.value), etag: now.etag };
    },
    send: (form, known, options) => admin.putProject({ project: head.id, body: toSentForm(form), etag: known, ...options }),
  });
}

interface LanguageTabsProps {
  readonly form: MessageForm;
  readonly language: string;
  readonly policies: ShownPolicies;
  readonly children: React.ReactNode;
}

function LanguageTabs({ form, language: active, policies, children }: LanguageTabsProps) {
  const go = useMessageSearch();
  const label = (language: string) => {
    const isFirst = form.languages[0] === language;
    const notes = [
      `${writtenIn(form, language).length}/${kinds.length}`,
      form.languages.includes(language) ? "" : texts.notOfProject,
      kinds.some((kind) => faultsIn(form.messages[kind][language], kind, policies[kind]).length > 0) ? texts.wrongIn : "",
    ];
    return [isFirst ? texts.first(formatLanguage(language)) : formatLanguage(language), ...notes].filter(Boolean).join(" · ");
  };
  return (
    <Tabs value={active} onChange={(language) => go({ language: language ?? undefined })} keepMounted={false}>
      <Tabs.List aria-label={texts.languages}>
        {listLanguages(form).map((language) => (
          <Tabs.Tab key={language} value={language}>
            {label(language)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={active} pt="md">
        {children}
      </Tabs.Panel>
    </Tabs>
  );
}

/** Phones do not find texts under the tags that they send; a click copies them to such a tag. */
function UnfoundTexts({ form, isReadOnly, onChange }: Pick<MessageFieldsProps, "form" | "isReadOnly" | "onChange">) {
  const unfound = findUnfoundTexts(form);
  if (unfound.length === 0) return null;
  return (
    <Alert color="caution" role="status">
      <Stack gap="xs">
        {unfound.map(({ language, missing }) => (
          <div key={language}>
            <Text>{texts.unfound(formatLanguage(language), formatList(missing))}</Text>
            {!isReadOnly && (
              <Group gap="xs" mt={4}>
                {missing.map((tag) => (
                  <Button
                    key={tag}
                    size="compact-sm"
                    aria-label={texts.addCopyOf(tag, formatLanguage(language))}
                    onClick={() => onChange(withCopied(form, language, tag))}
                  >
                    {texts.addCopy(tag)}
                  </Button>
                ))}
              </Group>
            )}
          </div>
        ))}
      </Stack>
    </Alert>
  );
}

interface OwnTextsProps {
  readonly project: string;
  readonly kind: Kind;
  readonly language: string;
  readonly policies: readonly Platform[];
  readonly windows: readonly MaintenanceWindow[];
}

function OwnTexts({ project, kind, language, policies, windows }: OwnTextsProps) {
  const { platform } = namesIn({});
  const own = [
    ...policies.flatMap(({ id, name = platform(id), messages }) => {
      const text = messages?.[kind];
      return text ? [{ place: "versions", id, name, text } as const] : [];
    }),
    ...windows.flatMap(({ id, title = id, message }) =>
      kind === "maintenance" && message ? [{ place: "maintenance", id, name: title, text: message } as const] : [],
    ),
  ];
  if (own.length === 0) return null;
  return (
    <section aria-label={texts.own}>
      <Title order={3} mb={4}>
        {texts.own}
      </Title>
      <List size="sm" listStyleType="none" spacing="xs" classNames={{ itemWrapper: classes.own ?? "" }}>
        {own.map((item) => (
          <List.Item key={`${item.place} ${item.id}`}>
            <AnchorLink
              fz="inherit"
              underline="always"
              to={`/projects/$project/${item.place}`}
              params={{ project }}
              search={{ edit: item.id }}
            >
              {item.name}
            </AnchorLink>
            <Text size="xs" c="dimmed" truncate lang={item.text[language] && language} dir="auto">
              {item.text[language] ?? texts.ownMissing(formatLanguage(language))}
            </Text>
          </List.Item>
        ))}
      </List>
    </section>
  );
}

interface KindListProps {
  readonly form: MessageForm;
  readonly published: MessageForm;
  readonly kind: Kind;
  readonly policies: ShownPolicies;
}

function KindList({ form, published, kind: active, policies }: KindListProps) {
  const { project } = messagesRoute.useParams();
  return (
    <nav aria-label={texts.list} className={classes.kinds}>
      {kinds.map((kind) => (
        <NavLink
          key={kind}
          w="auto"
          active={kind === active}
          aria-current={kind === active ? "true" : undefined}
          label={texts.kinds[kind]}
          rightSection={<KindState form={form} published={published} kind={kind} policies={policies} />}
          renderRoot={(rest) => (
            <Link
              {...rest}
              to={messagesRoute.to}
              params={{ project }}
              search={(search) => ({ ...search, kind })}
              resetScroll={false}
            />
          )}
        />
      ))}
    </nav>
  );
}

function KindState({ form, published, kind, policies }: KindListProps) {
  const written = form.messages[kind];
  const count = form.languages.filter((language) => written[language] !== undefined).length;
  const known = listLanguages(form);
  const isWrong = known.some((language) => faultsIn(written[language], kind, policies[kind]).length > 0);
  const titles = (of: MessageForm) => (kind === "default" ? {} : of.titles[kind]);
  const isDirty = JSON.stringify([written, titles(form)]) !== JSON.stringify([published.messages[kind], titles(published)]);
  const note = isWrong ? texts.wrongIn : isDirty ? texts.unsaved : "";
  return (
    <Text span size="xs" c="dimmed" className={classes.state}>
      {note !== "" && (
        <span className={classes.dot} data-wrong={isWrong || undefined}>
          <VisuallyHidden>{note}</VisuallyHidden>
        </span>
      )}
      <span title={texts.written(count, form.languages.length)}>{`${count}/${form.languages.length}`}</span>
    </Text>
  );
}
