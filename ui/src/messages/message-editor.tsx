import { Alert, Button, Code, Group, Paper, Stack, Text, Title } from "@mantine/core";
import { useDisclosure, useMediaQuery } from "@mantine/hooks";
import type { Instance } from "drawbridge-rules/wire/instance.ts";
import type { Platform } from "drawbridge-rules/wire/platform.ts";
import type { Project } from "drawbridge-rules/wire/project.ts";
import type { MaintenanceWindow } from "drawbridge-rules/wire/window.ts";
import { useMemo, useState } from "react";
import { EditForm } from "../review/edit-form.tsx";
import { type Edit, useEdit } from "../review/use-edit.tsx";
import { admin, orNull } from "../server-connection.ts";
import { isAtLeast, useRole } from "../session/session.ts";
import { formatLanguage, formatList } from "../texts/formats.ts";
import { LanguageBar } from "./language-bar.tsx";
import { LanguageList } from "./language-list.tsx";
import { MessageCell } from "./message-cell.tsx";
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
} from "./message-form.ts";
import { messageTexts as texts } from "./message-texts.ts";
import classes from "./messages.module.css";
import { messagesRoute } from "./messages-route.ts";
import { KindPhone, WindowLink } from "./phone.tsx";
import { PhoneChoice } from "./phone-choice.tsx";
import { usePhoneContext } from "./phone-context.ts";
import { toShownPolicies } from "./text-marks.ts";

interface MessageEditorProps {
  readonly head: Project;
  readonly etag: string;
  readonly policies: readonly Platform[];
  readonly instances: readonly Instance[];
  readonly windows: readonly MaintenanceWindow[];
}

export function MessageEditor({ head, etag, policies, instances, windows }: MessageEditorProps) {
  const project = head.id;
  const isReadOnly = !isAtLeast(useRole(project), "editor");
  const edit = useMessageEdit(head, etag);
  const { form, change, problemAt } = edit;
  const published = useMemo(() => toMessageForm(head), [head]);
  const known = useMemo(() => toShownPolicies(policies), [policies]);
  const { shown, isOne, show } = useShownLanguages(form);
  const [typedIn, setTypedIn] = useState<string | null>(null);
  const [isManaging, { toggle }] = useDisclosure(false);
  const spoken = typedIn !== null && shown.includes(typedIn) ? typedIn : (shown[0] ?? "en");
  const context = usePhoneContext({ head, policies, instances, windows, typedIn: spoken });
  const fields = ["messages", "titles"].flatMap((member) =>
    kinds.flatMap((kind) => shown.map((language) => `${member}.${kind}.${language}`)),
  );
  return (
    <Stack gap="md">
      <EditForm edit={edit} fields={isManaging ? [...fields, "languages"] : fields} isReadOnly={isReadOnly}>
        <Group justify="space-between" align="flex-end">
          <LanguageBar form={form} policies={known} shown={shown} isOne={isOne} onShow={show} />
          {!isReadOnly && (
            <Button variant="default" aria-expanded={isManaging} onClick={toggle}>
              {texts.manage}
            </Button>
          )}
        </Group>
        {isManaging && (
          <LanguageList
            form={form}
            problem={problemAt("languages")}
            onChange={change}
            onAdded={(language) => show([...(isOne ? [] : shown), language])}
          />
        )}
        <UnfoundTexts form={form} isReadOnly={isReadOnly} onChange={change} />
        <PhoneChoice form={form} context={context} isReadOnly={isReadOnly} />
        {kinds.map((kind) => (
          <KindSection key={kind} kind={kind} form={form}>
            <div className={classes.cells}>
              {shown.map((language) => (
                <MessageCell
                  key={language}
                  form={form}
                  published={published}
                  kind={kind}
                  language={language}
                  policies={known}
                  problem={problemAt(`messages.${kind}.${language}`) ?? problemAt(`titles.${kind}.${language}`)}
                  isReadOnly={isReadOnly}
                  onChange={change}
                  onFocus={() => setTypedIn(language)}
                />
              ))}
            </div>
            <KindPhone project={project} kind={kind} form={form} published={published} context={context} />
          </KindSection>
        ))}
      </EditForm>
      <WindowTexts project={project} windows={windows} languages={head.languages ?? []} />
    </Stack>
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

/** Two unless others are chosen; on a phone there is room for one. */
function useShownLanguages(form: MessageForm) {
  const { languages: chosen = "" } = messagesRoute.useSearch();
  const navigate = messagesRoute.useNavigate();
  const isOne = useMediaQuery("(max-width: 48em)", false, { getInitialValueInEffect: false });
  const known = listLanguages(form);
  const wanted = known.filter((language) => chosen.split(",").includes(language));
  const several = wanted.length > 0 ? wanted : known.slice(0, 2);
  return {
    isOne,
    shown: isOne ? several.slice(0, 1) : several,
    show: (languages: readonly string[]) =>
      void navigate({
        search: (search) => ({ ...search, languages: languages.join(",") || undefined }),
        replace: true,
        resetScroll: false,
      }),
  };
}

interface KindSectionProps {
  readonly kind: Kind;
  readonly form: MessageForm;
  readonly children: React.ReactNode;
}

function KindSection({ kind, form, children }: KindSectionProps) {
  return (
    <Paper withBorder p="md" component="section" aria-labelledby={`kind-${kind}`} className={classes.kind}>
      <Title order={2} size="h4" id={`kind-${kind}`}>
        {texts.kinds[kind]}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {texts.kindHints[kind]}
      </Text>
      {lacksFirstLanguage(form, kind) && (
        <Alert color="caution" mb="sm">
          {texts.lacksFirst(formatLanguage(form.languages[0] ?? ""))}
        </Alert>
      )}
      <div className={classes.sides}>{children}</div>
    </Paper>
  );
}

interface WindowTextsProps {
  readonly project: string;
  readonly windows: readonly MaintenanceWindow[];
  /** Languages of the project. */
  readonly languages: readonly string[];
}

/** Windows with messages of their own, which apps get while they are active. */
function WindowTexts({ project, windows, languages }: WindowTextsProps) {
  const own = windows.filter(({ message }) => message !== undefined);
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="window-texts">
      <Title order={2} size="h4" id="window-texts">
        {texts.windows}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {own.length === 0 ? texts.windowsNone : texts.windowsMeaning}
      </Text>
      <Stack gap="md">
        {own.map(({ id, title = id, message = {} }) => {
          const missing = languages.filter((language) => message[language] === undefined);
          return (
            <Stack key={id} gap={4}>
              <Title order={3} size="h5">
                {title}
              </Title>
              {Object.entries(message).map(([language, text]) => (
                <div key={language}>
                  <Text size="xs" c="dimmed">
                    {formatLanguage(language)} <Code>{language}</Code>
                  </Text>
                  <Text size="sm" lang={language} dir="auto" className={classes.quoted}>
                    {text}
                  </Text>
                </div>
              ))}
              {missing.length > 0 && <Text size="xs">{texts.windowMissing(formatList(missing.map(formatLanguage)))}</Text>}
              <Text size="sm" component="div">
                <WindowLink project={project} window={id} />
              </Text>
            </Stack>
          );
        })}
      </Stack>
    </Paper>
  );
}

interface UnfoundTextsProps {
  readonly form: MessageForm;
  readonly isReadOnly: boolean;
  readonly onChange: (form: MessageForm) => void;
}

/** Languages whose texts phones do not find under the tags that they send; one click adds such a tag with the same texts. */
function UnfoundTexts({ form, isReadOnly, onChange }: UnfoundTextsProps) {
  const unfound = findUnfoundTexts(form);
  if (unfound.length === 0) return null;
  return (
    <Alert color="caution" role="status">
      <Stack gap="xs">
        {unfound.map(({ language, missing }) => (
          <div key={language}>
            <Text size="sm">{texts.unfound(formatLanguage(language), formatList(missing))}</Text>
            {!isReadOnly && (
              <Group gap="xs" mt={4}>
                {missing.map((tag) => (
                  <Button
                    key={tag}
                    size="compact-sm"
                    variant="default"
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
