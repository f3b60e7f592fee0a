import type { ApiError } from '@fairlead/client';
import type { UseQueryResult } from '@tanstack/react-query';

interface WholeList<Row> {
  readonly data:
    | {
        readonly list: readonly Row[];
        readonly page: number;
        readonly limit: number;
        readonly total: number;
      }
    | undefined;
  readonly error: ApiError | null;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
}

/** A list that the server gives whole, as the table takes it: one page. */
export function wholeList<Row>(
  query: Pick<UseQueryResult<readonly Row[], ApiError>, 'data' | 'error' | 'isFetching'> & {
    refetch: () => unknown;
  },
): WholeList<Row> {
  const { data: list, error, isFetching, refetch } = query;
  const total = list?.length ?? 0;
  return {
    data: list && { list, page: 1, limit: Math.max(1, total), total },
    error,
    isFetching,
    refetch,
  };
}
