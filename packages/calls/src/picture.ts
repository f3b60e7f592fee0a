import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';

export interface PictureOptions {
  /** Names the picture; the same name is fetched once. */
  readonly key: readonly unknown[];
  readonly fetch: (signal: AbortSignal) => Promise<Blob>;
  /** It goes with the session. */
  readonly isPrivate?: boolean;
}

/** A picture that is fetched once; its address lives as long as the component. */
export function useFetchedPicture({ key, fetch, isPrivate = false }: PictureOptions) {
  const { data, error } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => fetch(signal),
    meta: { isPrivate },
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (data === undefined) return undefined;
    const made = URL.createObjectURL(data);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [data]);
  return { url, hasFailed: error !== null };
}
