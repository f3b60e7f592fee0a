import type { ApiError } from '@fairlead/client';
import type { RequestOf, ResponseOf, RouteName } from '@fairlead/contract';
import {
  infiniteQueryOptions,
  keepPreviousData,
  type UseQueryResult,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query';
import { callApi } from './api.ts';
import { useIsLoggedIn } from './session.ts';

/** Routes that answer only a logged-in user; a test holds this equal to the catalogue. */
export const PRIVATE_ROUTES: ReadonlySet<RouteName> = new Set<RouteName>([
  'center',
  'center2',
  'sessions',
  'orders',
  'wallet',
  'walletDetail',
  'records',
  'transfers',
  'depositAddress',
  'withdrawalInfo',
  'withdrawalAddresses',
  'bankInfo',
  'deposits',
  'withdrawals',
  'bankCards',
  'vip',
  'ownFile',
  'hasFundPassword',
  'security',
  'messages',
  'positions',
  'optionOrders',
  'liabilityProof',
  'hostingReport',
  'hostingOrders',
  'portfolio',
  'statement',
  'notificationSettings',
  'alerts',
  'apiKeys',
  'favourites',
  'chat',
  'chatMessages',
  'chatTranscript',
  'subscriptions',
  'invite',
  'share',
  'poster',
  'inviteRanking',
  'invitees',
  'rebates',
]);

export interface ApiOptions {
  /** False holds the call back. Calls that need a user are held back for guests anyway. */
  readonly enabled?: boolean;
  /** How long an answer counts as fresh. */
  readonly freshForMs?: number;
  readonly refetchEveryMs?: number;
  /** Shows the answer of the request before while the next one loads. */
  readonly keepPrevious?: boolean;
}

/** Routes that answer everybody, and a user with figures of their own beside: no answer outlives its reader's session. */
const PERSONAL_ROUTES: ReadonlySet<RouteName> = new Set<RouteName>(['offering', 'hostingProduct']);

const metaOf = (name: RouteName) => ({
  isPrivate: PRIVATE_ROUTES.has(name) || PERSONAL_ROUTES.has(name),
});

/** A call that reads. Data and status beside it; failures are the page's to show (`FailedState`). */
export function useApi<Name extends RouteName>(
  name: Name,
  request: RequestOf<Name>,
  options: ApiOptions = {},
): UseQueryResult<ResponseOf<Name>, ApiError> {
  const isLoggedIn = useIsLoggedIn();
  const { enabled = true, freshForMs, refetchEveryMs, keepPrevious = false } = options;
  const result = useQuery({
    queryKey: [name, request],
    queryFn: ({ signal }) => callApi(name, request, { signal }),
    meta: metaOf(name),
    enabled: enabled && (isLoggedIn || !PRIVATE_ROUTES.has(name)),
    ...(freshForMs === undefined ? {} : { staleTime: freshForMs }),
    ...(refetchEveryMs === undefined ? {} : { refetchInterval: refetchEveryMs }),
    ...(keepPrevious ? { placeholderData: keepPreviousData } : {}),
  });
  // The client rejects with ApiError and nothing else but an abort, which is no result.
  return result as UseQueryResult<ResponseOf<Name>, ApiError>;
}

/** Routes that answer pages. */
type PagedName = {
  [Name in RouteName]: ResponseOf<Name> extends { readonly list: readonly unknown[] }
    ? Name
    : never;
}[RouteName];
type ItemOf<Name extends PagedName> = ResponseOf<Name>['list'][number];
type FilterOf<Name extends PagedName> = Omit<RequestOf<Name>, 'page' | 'limit'>;

const PAGE_LIMIT = 20;

const pagesQuery = <Name extends PagedName>(name: Name, filter: FilterOf<Name>) =>
  infiniteQueryOptions({
    queryKey: [name, { ...filter, pages: true }],
    queryFn: ({ signal, pageParam }) => {
      // The filter and the two paging fields make up the request; the type cannot see that.
      const request = { ...filter, page: pageParam, limit: PAGE_LIMIT } as RequestOf<Name>;
      return callApi(name, request, { signal }) as Promise<{
        readonly list: readonly ItemOf<Name>[];
        readonly page: number;
        readonly limit: number;
        readonly total: number;
      }>;
    },
    initialPageParam: 1,
    getNextPageParam: ({ page, limit, total }) => (page * limit < total ? page + 1 : undefined),
    meta: metaOf(name),
  });

/** A list that grows by pages: `items`, `total`, `more()` and `hasMore`. */
export function useApiPages<Name extends PagedName>(
  name: Name,
  filter: FilterOf<Name>,
  options: Pick<ApiOptions, 'enabled'> = {},
) {
  const isLoggedIn = useIsLoggedIn();
  const { enabled = true } = options;
  const query = useInfiniteQuery({
    ...pagesQuery(name, filter),
    enabled: enabled && (isLoggedIn || !PRIVATE_ROUTES.has(name)),
  });
  return {
    items: query.data?.pages.flatMap((page) => page.list),
    total: query.data?.pages[0]?.total,
    isPending: query.isPending,
    error: query.error,
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    more: () => void query.fetchNextPage(),
    refetch: query.refetch,
  };
}
