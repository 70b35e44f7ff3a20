import { Alert, Button, Divider, Group, List, Stack, Text, Title } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useQueryClient } from "@tanstack/react-query";
import { isAdminError, type VerbOptions } from "drawbridge-client/admin";
import type {
  CancelRequest,
  CompleteRequest,
  ExtendRequest,
  MaintenanceAnswer,
  MoveRequest,
  StartRequest,
} from "drawbridge-rules/wire/maintenance.ts";
import type { ProblemItem } from "drawbridge-rules/wire/problem.ts";
import { type ReactNode, useRef, useState } from "react";
import { Form } from "../elements/form-fields.tsx";
import { useErrorReason } from "../elements/screen.tsx";
import { admin, projectQueryKey, serverQueryKey } from "../server-connection.ts";
import { problemText } from "../texts/formats.ts";
import { sharedTexts } from "../texts/shared-texts.ts";
import { verbTexts as texts } from "./verb-texts.ts";

interface VerbFormProps {
  readonly verb: Verb<never, unknown>;
  /** Fields that show their own problems. */
  readonly fields: readonly string[];
  readonly submit: string;
  readonly isReady?: boolean;
  /** Not called while an earlier request is sent. */
  readonly onSubmit: () => Promise<void>;
  readonly onCancel?: () => void;
  readonly children: ReactNode;
}

export function VerbForm({ verb, fields, submit, isReady = true, onSubmit, onCancel, children }: VerbFormProps) {
  return (
    <Form onSubmit={() => isReady && !verb.isBusy && onSubmit()}>
      <Stack gap="md">
        {children}
        <VerbError verb={verb} fields={fields} />
        <Group justify="flex-end" gap="sm">
          {onCancel && <Button onClick={onCancel}>{sharedTexts.actions.cancel}</Button>}
          <Button variant="filled" type="submit" loading={verb.isBusy} disabled={!isReady}>
            {submit}
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}

interface VerbSectionProps extends Partial<Pick<VerbFormProps, "verb" | "fields">> {
  readonly title: string;
  readonly meaning: string;
  readonly children: ReactNode;
}

export function VerbSection({ title, meaning, verb, fields = [], children }: VerbSectionProps) {
  return (
    <Stack component="section" gap="sm" align="flex-start">
      <Divider w="100%" />
      <Title order={3}>{title}</Title>
      <Text>{meaning}</Text>
      {children}
      {verb && <VerbError verb={verb} fields={fields} />}
    </Stack>
  );
}

interface VerbButtonProps<Answer> {
  readonly size?: string;
  readonly variant?: string;
  readonly "aria-label"?: string;
  readonly children: string;
  readonly project?: string | null;
  readonly send: (idempotencyKey: string) => Promise<Answer>;
  readonly onDone?: (answer: Answer) => void;
}

export function VerbButton<Answer>({ project = null, send, onDone, ...props }: VerbButtonProps<Answer>) {
  const verb = useVerb(
    project,
    (_: null, idempotencyKey) => send(idempotencyKey),
    (_, answer) => onDone?.(answer),
  );
  return (
    <>
      <Button loading={verb.isBusy} onClick={() => void verb.run(null)} {...props} />
      <VerbError verb={verb} />
    </>
  );
}

interface VerbErrorProps extends Pick<VerbFormProps, "verb"> {
  readonly fields?: readonly string[];
}

/** Leaves out problems that are shown at a field. */
export function VerbError({ verb: { error, problemsBeside }, fields = [] }: VerbErrorProps) {
  if (!error) return null;
  const isAtFields = "errors" in error && Array.isArray(error.errors) && error.errors.length > 0;
  const beside = problemsBeside(fields);
  return isAtFields && beside.length === 0 ? null : <Reason error={error} problems={beside} />;
}

/** Offers a retry that cannot take effect twice, if the outcome is unknown. */
export function VerbFailure({ run, onDone }: { readonly run: Verb<never, unknown>; readonly onDone?: () => void }) {
  const { error, isUnknown, isBusy, again, problemsBeside } = run;
  if (!error) return null;
  if (!isUnknown) return <Reason error={error} problems={problemsBeside([])} title={texts.refused} />;
  return (
    <Alert color="caution" role="alert" title={texts.unknown}>
      <Stack gap="xs" align="flex-start">
        <Text>{texts.unknownMeaning}</Text>
        <Button size="xs" loading={isBusy} onClick={async () => (await again()) !== null && onDone?.()}>
          {texts.askAgain}
        </Button>
      </Stack>
    </Alert>
  );
}

interface ReasonProps {
  readonly error: Error;
  readonly problems: readonly ProblemItem[];
  readonly title?: string;
}

function Reason({ error, problems, title }: ReasonProps) {
  const reason = useErrorReason(error);
  const details = problems.map(({ path, detail }) => (path === "" ? detail : `${path}: ${detail}`));
  return (
    <Alert color="caution" role="alert" title={title}>
      {(title !== undefined || details.length === 0) && <Text>{reason}</Text>}
      {details.length > 0 && (
        <List size="sm">
          {details.map((detail) => (
            <List.Item key={detail}>{detail}</List.Item>
          ))}
        </List>
      )}
    </Alert>
  );
}

interface Verb<Request, Answer> {
  /** Resolves to null on failure. */
  readonly run: (request: Request) => Promise<Answer | null>;
  /** Retries the request without a known outcome, with its Idempotency-Key. */
  readonly again: () => Promise<Answer | null>;
  readonly isBusy: boolean;
  readonly error: Error | null;
  readonly isUnknown: boolean;
  readonly problemAt: (field: string) => string | undefined;
  readonly problemsBeside: (fields: readonly string[]) => readonly ProblemItem[];
}

interface Sent<Request> {
  readonly text: string;
  readonly request: Request;
  readonly key: string;
}

/**
 * For requests without a review. A retry after a lost response sends the same Idempotency-Key, so that it takes effect once.
 * @param project null means only queries of the server are refetched
 */
export function useVerb<Request, Answer>(
  project: string | null,
  send: (request: Request, idempotencyKey: string) => Promise<Answer>,
  onDone?: (request: Request, answer: Answer) => void,
): Verb<Request, Answer> {
  const queries = useQueryClient();
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const unanswered = useRef<Sent<Request> | null>(null);
  const problems = isAdminError(error) ? error.errors : [];
  const isIn = ({ path }: ProblemItem, field: string) => path === field || path.startsWith(`${field}.`);

  const attempt = async (sent: Sent<Request>): Promise<Answer | null> => {
    unanswered.current = sent;
    setIsBusy(true);
    try {
      const answer = await send(sent.request, sent.key);
      unanswered.current = null;
      setError(null);
      onDone?.(sent.request, answer);
      return answer;
    } catch (failure) {
      // A refusal is a known outcome, so the next request gets a new key.
      if (isRefusal(failure)) unanswered.current = null;
      setError(failure instanceof Error ? failure : new Error(String(failure)));
      return null;
    } finally {
      setIsBusy(false);
      if (project !== null) void queries.invalidateQueries({ queryKey: projectQueryKey(project) });
      void queries.invalidateQueries({ queryKey: serverQueryKey() });
    }
  };

  return {
    run: (request) => {
      const text = JSON.stringify(request);
      const last = unanswered.current;
      return attempt(last?.text === text ? last : { text, request, key: crypto.randomUUID() });
    },
    again: async () => (unanswered.current ? attempt(unanswered.current) : null),
    isBusy,
    error,
    isUnknown: error !== null && !isRefusal(error),
    problemAt: (field) => problemText(problems.find((problem) => isIn(problem, field))),
    problemsBeside: (fields) => problems.filter((problem) => !fields.some((field) => isIn(problem, field))),
  };
}

/** Errors from a proxy or a failing server leave the outcome unknown; other errors of the API are refusals. */
function isRefusal(error: unknown): boolean {
  return isAdminError(error) && error.status < 500 && error.code !== "unexpected_answer";
}

export type MaintenanceVerb = (
  | { readonly verb: "start"; readonly request: StartRequest }
  | { readonly verb: "extend"; readonly request: ExtendRequest }
  | { readonly verb: "complete"; readonly request: CompleteRequest }
  | { readonly verb: "cancel"; readonly request: CancelRequest }
  | { readonly verb: "move"; readonly request: MoveRequest }
) & { readonly options?: Pick<VerbOptions, "reason" | "override" | "propose"> };

export type MaintenanceRun = Verb<MaintenanceVerb, MaintenanceAnswer>;

/** @param saying null means the caller shows it */
export function useMaintenanceVerb(project: string, saying: ((verb: MaintenanceVerb) => string) | null): MaintenanceRun {
  return useVerb(
    project,
    (verb, idempotencyKey) => sent(project, verb, { ...verb.options, idempotencyKey }),
    (verb) => saying && notifyDone(saying(verb)),
  );
}

function sent(project: string, { verb, request }: MaintenanceVerb, options: VerbOptions): Promise<MaintenanceAnswer> {
  if (verb === "start") return admin.startMaintenance({ project, body: request, ...options });
  if (verb === "extend") return admin.extendMaintenance({ project, body: request, ...options });
  if (verb === "complete") return admin.completeMaintenance({ project, body: request, ...options });
  if (verb === "cancel") return admin.cancelMaintenance({ project, body: request, ...options });
  return admin.moveMaintenance({ project, body: request, ...options });
}

export function notifyDone(message: string): void {
  notifications.show({ color: "accent", message });
}
