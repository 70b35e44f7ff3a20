import type { UseQueryResult } from "@tanstack/react-query";
import { isAdminError } from "drawbridge-client/admin";
import type { ReactNode } from "react";
import { ErrorState } from "./error-state.tsx";
import { LoadingState } from "./loading-state.tsx";

interface QueryStateProps<Data> {
  readonly query: UseQueryResult<Data, Error>;
  readonly children: (data: Data) => ReactNode;
}

/**
 * Result of a query; a loading or error state until there is one. An earlier result stays visible while the query is repeated,
 * unless it was deleted or is no longer permitted.
 */
export function QueryState<Data>({ query, children }: QueryStateProps<Data>) {
  const isGone = isAdminError(query.error) && ["not_found", "forbidden"].includes(query.error.code);
  if (query.data !== undefined && !isGone) return children(query.data);
  if (query.error) return <ErrorState error={query.error} onAgain={() => void query.refetch()} />;
  return <LoadingState />;
}
