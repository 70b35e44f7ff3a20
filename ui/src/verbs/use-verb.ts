/** Requests without a review. A retry after a lost response sends the same Idempotency-Key, so that it takes effect once. */

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
import { useRef, useState } from "react";
import { projectQueryKey, serverQueryKey } from "../query-key.ts";
import { problemText } from "../review/edit-state.ts";
import { admin } from "../server-connection.ts";

export interface Verb<Request, Answer> {
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

/** @param project null means only queries of the server are refetched */
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
