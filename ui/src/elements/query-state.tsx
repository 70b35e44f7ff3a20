import type { UseQueryResult } from "@tanstack/react-query";
import { isAdminError } from "drawbridge-client/admin";
import type { ReactNode } from "react";
import { ErrorState } from "./error-state.tsx";
import { LoadingState } from "./loading-state.tsx";

export interface QueryStateProps<Data> {
  readonly query: UseQueryResult<Data, Error>;
  readonly children: (data: Data) => ReactNode;
}

/**
 * What a query has found; until then that it is on its way, or why not. What was found stays while it is asked again, unless it
 * is not there any more, or not for whoever asks.
 */
export function QueryState<Data>({ query, children }: QueryStateProps<Data>) {
  const isGone = isAdminError(query.error) && ["not_found", "forbidden"].includes(query.error.code);
  if (query.data !== undefined && !isGone) return children(query.data);
  if (query.error) return <ErrorState error={query.error} onAgain={() => void query.refetch()} />;
  return <LoadingState />;
}
