import { Alert, List } from "@mantine/core";
import { useErrorReason } from "../elements/query-state.tsx";
import type { Verb } from "../verbs/use-verb.ts";

interface VerbErrorProps {
  readonly verb: Pick<Verb<never, unknown>, "error" | "problemsBeside">;
  /** Fields that show their own problems. */
  readonly fields?: readonly string[];
}

/** Reason why a verb failed, without the problems shown at a field. */
export function VerbError({ verb: { error, problemsBeside }, fields = [] }: VerbErrorProps) {
  if (!error) return null;
  const isAtFields = "errors" in error && Array.isArray(error.errors) && error.errors.length > 0;
  const beside = problemsBeside(fields);
  if (isAtFields && beside.length === 0) return null;
  return <Reason error={error} details={beside.map(({ path, detail }) => (path === "" ? detail : `${path}: ${detail}`))} />;
}

function Reason({ error, details }: { readonly error: Error; readonly details: readonly string[] }) {
  const reason = useErrorReason(error);
  return (
    <Alert color="red" role="alert">
      {details.length === 0 ? (
        reason
      ) : (
        <List size="sm">
          {details.map((detail) => (
            <List.Item key={detail}>{detail}</List.Item>
          ))}
        </List>
      )}
    </Alert>
  );
}
