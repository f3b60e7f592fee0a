import { fetchOwnPicture } from '@fairlead/client';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { apiOptions } from '../calls/api.ts';

/** A picture of one's own, by its id; the address lives as long as the component. */
export function useOwnPicture(id: number): { url: string | undefined; hasFailed: boolean } {
  const { data, error } = useQuery({
    queryKey: ['ownFile', { id }],
    queryFn: ({ signal }) => fetchOwnPicture(apiOptions, id, signal),
    meta: { isPrivate: true },
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
