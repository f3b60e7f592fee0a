import type { ApiError } from '@fairlead/client';
import type { RequestOf, ResponseOf, RouteName } from '@fairlead/contract';
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { callApi } from './api.ts';

export interface ApiOptions {
  /** False holds the call back. */
  readonly enabled?: boolean;
  /** Asked again after this long, while the page is visible. */
  readonly pollMs?: number;
  /** How long an answer counts as fresh. */
  readonly freshForMs?: number;
  /** Shows the answer of the request before while the next one loads. */
  readonly keepPrevious?: boolean;
}

/** A call that reads. Data and status beside it; failures are the page's to show. */
export function useApi<Name extends RouteName>(
  name: Name,
  request: RequestOf<Name>,
  options: ApiOptions = {},
): UseQueryResult<ResponseOf<Name>, ApiError> {
  const { enabled = true, pollMs, freshForMs, keepPrevious = false } = options;
  const result = useQuery({
    queryKey: [name, request],
    queryFn: ({ signal }) => callApi(name, request, { signal }),
    meta: { isPolled: pollMs !== undefined },
    enabled,
    ...(pollMs === undefined ? {} : { refetchInterval: pollMs }),
    ...(freshForMs === undefined ? {} : { staleTime: freshForMs }),
    ...(keepPrevious ? { placeholderData: keepPreviousData } : {}),
  });
  // The client rejects with ApiError and nothing else but an abort, which is no result.
  return result as UseQueryResult<ResponseOf<Name>, ApiError>;
}

/** Routes that answer pages. */
export type PagedName = {
  [Name in RouteName]: ResponseOf<Name> extends { readonly list: readonly unknown[] }
    ? Name
    : never;
}[RouteName];
export type ItemOf<Name extends PagedName> = ResponseOf<Name>['list'][number];
