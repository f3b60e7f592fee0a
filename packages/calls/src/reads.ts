/** Calls that read: one answer, or a list that grows by pages. */
import type { ApiError } from '@fairlead/client';
import type { RequestOf, ResponseOf, RouteName } from '@fairlead/contract';
import {
  infiniteQueryOptions,
  keepPreviousData,
  type UseQueryResult,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query';
import { type CallsWiring, useWiring } from './wiring.ts';

export interface ReadOptions {
  /** False holds the call back. Calls that need a user are held back for guests anyway. */
  readonly enabled?: boolean;
  /** How long an answer counts as fresh. */
  readonly freshForMs?: number;
  /** Asked again after this long, while the page is visible. */
  readonly pollMs?: number;
  /** Shows the answer of the request before while the next one loads. */
  readonly keepPrevious?: boolean;
}

/** A call that reads. Data and status beside it; failures are the page's to show (`Loaded`). */
export function useApi<Name extends RouteName>(
  name: Name,
  request: RequestOf<Name>,
  options: ReadOptions = {},
): UseQueryResult<ResponseOf<Name>, ApiError> {
  const { call, mayAsk, metaOf } = useWiring();
  const { enabled = true, freshForMs, pollMs, keepPrevious = false } = options;
  const result = useQuery({
    queryKey: [name, request],
    queryFn: ({ signal }) => call(name, request, { signal }),
    meta: { ...metaOf?.(name), isPolled: pollMs !== undefined },
    enabled: enabled && mayAsk?.(name) !== false,
    ...(freshForMs === undefined ? {} : { staleTime: freshForMs }),
    ...(pollMs === undefined ? {} : { refetchInterval: pollMs }),
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
export type FilterOf<Name extends PagedName> = Omit<RequestOf<Name>, 'page' | 'limit'>;

const PAGE_LIMIT = 20;

const pagesQuery = <Name extends PagedName>(
  { call, metaOf }: CallsWiring,
  name: Name,
  filter: FilterOf<Name>,
) =>
  infiniteQueryOptions({
    queryKey: [name, { ...filter, pages: true }],
    queryFn: ({ signal, pageParam }) => {
      // The filter and the two paging fields make up the request; the type cannot see that.
      const request = { ...filter, page: pageParam, limit: PAGE_LIMIT } as RequestOf<Name>;
      return call(name, request, { signal }) as Promise<{
        readonly list: readonly ItemOf<Name>[];
        readonly page: number;
        readonly limit: number;
        readonly total: number;
      }>;
    },
    initialPageParam: 1,
    getNextPageParam: ({ page, limit, total }) => (page * limit < total ? page + 1 : undefined),
    meta: { ...metaOf?.(name) },
  });

/** A list that grows by pages, as `Listing` takes it: `data` is what has come so far. */
export function useApiPages<Name extends PagedName>(
  name: Name,
  filter: FilterOf<Name>,
  options: Pick<ReadOptions, 'enabled'> = {},
) {
  const wiring = useWiring();
  const { enabled = true } = options;
  const query = useInfiniteQuery({
    ...pagesQuery(wiring, name, filter),
    enabled: enabled && wiring.mayAsk?.(name) !== false,
  });
  return {
    data: query.data?.pages.flatMap((page) => page.list),
    total: query.data?.pages[0]?.total,
    isPending: query.isPending,
    error: query.error,
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    more: () => void query.fetchNextPage(),
    refetch: query.refetch,
  };
}

/** Routes that answer pages of what has a number. */
export type NumberedName = {
  [Name in PagedName]: ItemOf<Name> extends { readonly id: number } ? Name : never;
}[PagedName];

/** The most that a call answers, and the most calls for one list: beyond that nobody reads on. */
const ALL_LIMIT = 100;
const ALL_PAGES_MAX = 50;

/** A list with all its pages at once, for what is sorted or narrowed here. */
export function useApiAll<Name extends NumberedName>(
  name: Name,
  filter: FilterOf<Name>,
  options: Pick<ReadOptions, 'enabled'> = {},
) {
  const { call, mayAsk, metaOf } = useWiring();
  const { enabled = true } = options;
  return useQuery({
    queryKey: [name, { ...filter, all: true }],
    queryFn: async ({ signal }) => {
      // By number: what moves on between two pages comes with both.
      const found = new Map<number, ItemOf<Name>>();
      let total = 0;
      for (let page = 1; page <= ALL_PAGES_MAX; page += 1) {
        // The filter and the two paging fields make up the request; the type cannot see that.
        const request = { ...filter, page, limit: ALL_LIMIT } as RequestOf<Name>;
        const answer = await call(name, request, { signal });
        const list: readonly ItemOf<Name>[] = answer.list;
        for (const item of list) found.set(item.id, item);
        total = 'total' in answer ? answer.total : found.size;
        if (page * ALL_LIMIT >= total || list.length === 0) break;
      }
      return { list: [...found.values()], total };
    },
    meta: { ...metaOf?.(name) },
    enabled: enabled && mayAsk?.(name) !== false,
  });
}
