/**
 * What is done at once and has no review: making a key, extending maintenance, approving. A request whose answer was lost may have
 * been carried out: asked again, it is the same request under the same Idempotency-Key, so that nothing is done twice.
 */
import { useQueryClient } from "@tanstack/react-query";
import { isAdminError } from "drawbridge-client/admin";
import type { ProblemItem } from "drawbridge-rules/wire/problem.ts";
import { useRef, useState } from "react";
import { keyOf, serverKey } from "../query-key.ts";

export interface Verb<Request, Answer> {
  /** Null: it failed, and `error` says why. */
  readonly run: (request: Request) => Promise<Answer | null>;
  /** What nobody knows the answer to, once more under its key. */
  readonly again: () => Promise<Answer | null>;
  /** What failed is of no interest any more. */
  readonly forget: () => void;
  readonly isBusy: boolean;
  /** Why it was not done, or that nobody knows. */
  readonly error: Error | null;
  /** What was sent may have been carried out. */
  readonly isUnknown: boolean;
  /** What the server said is wrong with a field. */
  readonly problemAt: (field: string) => string | undefined;
  /** What is wrong with none of these. */
  readonly problemsBeside: (fields: readonly string[]) => readonly ProblemItem[];
}

interface Sent<Request> {
  readonly text: string;
  readonly request: Request;
  readonly key: string;
}

/**
 * @param project what is read of it is read again afterwards; null: of the server
 * @param onDone hears of each that was carried out, also of one that was asked again
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
      // A refusal is an answer: whatever is sent after it is another request.
      if (isRefusal(failure)) unanswered.current = null;
      setError(failure instanceof Error ? failure : new Error(String(failure)));
      return null;
    } finally {
      setIsBusy(false);
      if (project !== null) void queries.invalidateQueries({ queryKey: keyOf(project) });
      void queries.invalidateQueries({ queryKey: serverKey() });
    }
  };

  return {
    run: (request) => {
      const text = JSON.stringify(request);
      const last = unanswered.current;
      return attempt(last?.text === text ? last : { text, request, key: crypto.randomUUID() });
    },
    again: async () => (unanswered.current ? attempt(unanswered.current) : null),
    forget: () => setError(null),
    isBusy,
    error,
    isUnknown: error !== null && !isRefusal(error),
    problemAt: (field) => problems.find(({ path }) => path === field || path.startsWith(`${field}.`))?.detail,
    problemsBeside: (fields) =>
      problems.filter(({ path }) => !fields.some((field) => path === field || path.startsWith(`${field}.`))),
  };
}

/** What a proxy or a failing server says leaves open what was done. */
function isRefusal(error: unknown): boolean {
  return isAdminError(error) && error.status < 500 && error.code !== "unexpected_answer";
}
