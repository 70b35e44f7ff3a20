import { Alert, Anchor, Button, Checkbox, FileButton, Group, List, Stack, Text, Textarea } from "@mantine/core";
import { isInvalid } from "drawbridge-client/admin";
import { describePlace } from "drawbridge-rules/describe/edit.ts";
import type { Drift } from "drawbridge-rules/wire/change.ts";
import type { ProblemItem } from "drawbridge-rules/wire/problem.ts";
import { useRef, useState } from "react";
import { useSavedForm } from "../credentials/use-saved-form.ts";
import { ErrorState } from "../elements/query-state.tsx";
import { ShowMore } from "../elements/show-more.tsx";
import { useReview } from "../review/use-review.tsx";
import { admin } from "../server-connection.ts";
import { consoleReader } from "../texts/reader.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { lineSpan } from "./line-span.ts";
import { manifestTexts as texts } from "./manifest-texts.ts";
import classes from "./settings.module.css";

const { actions } = sharedTexts;

const empty = { text: "" };

/** Form to paste or choose a manifest, review it, and apply it. */
export function ApplyManifest({ project }: { readonly project: string }) {
  const { form, change, drop } = useSavedForm(`${project}/manifest`, empty);
  const [overwrite, setOverwrite] = useState(false);
  const [isLooking, setIsLooking] = useState(false);
  const [{ problems, drift, error }, setFound] = useState(nothing);
  const review = useReview();
  const field = useRef<HTMLTextAreaElement>(null);
  const type = (text: string) => {
    change({ text });
    setOverwrite(false);
    setFound(nothing);
  };
  const look = async () => {
    const { text } = form;
    setIsLooking(true);
    const seen = await lookedAt(project, text);
    setIsLooking(false);
    setFound(seen);
    if (seen.error || seen.problems.length > 0 || (seen.drift.length > 0 && !overwrite)) return;
    let etag: string | null = null;
    const outcome = await review({
      project,
      title: texts.review,
      request: async (options) => {
        etag ??= (await admin.getProject({ project })).etag;
        return admin.applyManifest({ project, body: text, etag, ...options, overwrite });
      },
      onProblems: (items) => setFound({ ...nothing, problems: items }),
      // The drift may have changed, so the check starts again.
      onStale: async () => {
        setFound(await lookedAt(project, text));
        return { kind: "left" };
      },
    });
    if (outcome.kind === "closed") return;
    setOverwrite(false);
    drop();
  };
  const goTo = (line: number) => {
    const [start, end] = lineSpan(form.text, line);
    field.current?.focus();
    field.current?.setSelectionRange(start, end);
  };
  const isHeld = drift.length > 0 && !overwrite;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isLooking && form.text.trim() !== "" && !isHeld) void look();
      }}
    >
      <Stack gap="md">
        <Textarea
          ref={field}
          label={texts.field}
          description={texts.fieldHint}
          classNames={{ input: classes.typed }}
          autosize
          minRows={8}
          maxRows={24}
          spellCheck={false}
          autoComplete="off"
          value={form.text}
          error={problems.length > 0 ? texts.wrong : undefined}
          onChange={({ currentTarget: { value } }) => type(value)}
        />
        <Problems problems={problems} onLine={goTo} />
        {drift.length > 0 && <Undone drift={drift} isChosen={overwrite} onChoose={setOverwrite} />}
        {error && <ErrorState error={error} onAgain={() => void look()} />}
        <Group justify="space-between" gap="sm">
          <FileButton
            accept=".yaml,.yml,.json,application/yaml,application/json"
            onChange={(file) => void file?.text().then(type)}
          >
            {(props) => (
              <Button variant="default" {...props}>
                {texts.choose}
              </Button>
            )}
          </FileButton>
          <Group gap="sm">
            {form.text !== "" && (
              <Button variant="default" onClick={() => type("")}>
                {actions.clear}
              </Button>
            )}
            <Button type="submit" loading={isLooking} disabled={form.text.trim() === "" || isHeld}>
              {actions.save}
            </Button>
          </Group>
        </Group>
      </Stack>
    </form>
  );
}

function Problems({ problems, onLine }: { readonly problems: readonly ProblemItem[]; readonly onLine: (line: number) => void }) {
  if (problems.length === 0) return null;
  return (
    <Alert color="caution" role="alert" title={texts.problems}>
      <List size="sm" spacing={4}>
        <ShowMore items={problems} first={20} keyOf={({ path, detail, line }) => `${line} ${path} ${detail}`}>
          {({ path, detail, line }) => (
            <List.Item>
              {line !== undefined && (
                <>
                  <Anchor component="button" type="button" fz="sm" c="inherit" td="underline" onClick={() => onLine(line)}>
                    {texts.line(line)}
                  </Anchor>
                  {" · "}
                </>
              )}
              {path === "" ? detail : `${describePlace(path, consoleReader())}: ${detail}`}
            </List.Item>
          )}
        </ShowMore>
      </List>
    </Alert>
  );
}

interface UndoneProps extends Pick<Found, "drift"> {
  readonly isChosen: boolean;
  readonly onChoose: (isChosen: boolean) => void;
}

/** Changes by others that the manifest does not include. */
function Undone({ drift, isChosen, onChoose }: UndoneProps) {
  return (
    <Alert color="caution" role="alert" title={texts.drift}>
      <Stack gap="sm">
        <Text size="sm">{texts.driftMeaning}</Text>
        <List size="sm" spacing={4}>
          <ShowMore items={drift} first={20} keyOf={({ path }) => path}>
            {({ path, applied, current, desired }) => (
              <List.Item style={{ overflowWrap: "anywhere" }}>
                {texts.driftOf(describePlace(path, consoleReader()), shown(applied), shown(current), shown(desired))}
              </List.Item>
            )}
          </ShowMore>
        </List>
        <Checkbox label={texts.overwrite} checked={isChosen} onChange={({ currentTarget: { checked } }) => onChoose(checked)} />
      </Stack>
    </Alert>
  );
}

function shown(value: unknown): string {
  return value === undefined ? "–" : JSON.stringify(value);
}

interface Found {
  readonly problems: readonly ProblemItem[];
  /** Changes since the last apply that this manifest would overwrite. */
  readonly drift: readonly Drift[];
  readonly error: Error | null;
}

const nothing: Found = { problems: [], drift: [], error: null };

async function lookedAt(project: string, text: string): Promise<Found> {
  try {
    const { etag } = await admin.getProject({ project });
    const { problems, drift = [] } = await admin.applyManifest({ project, body: text, etag, dry_run: true });
    return { problems, drift, error: null };
  } catch (error) {
    if (isInvalid(error) && error.errors.length > 0) return { ...nothing, problems: error.errors };
    return { ...nothing, error: error instanceof Error ? error : new Error(String(error)) };
  }
}
