import { useCallback, useEffect, useState } from 'react';
import { queryClient } from '../../data/calls/query.ts';
import { forgetQuotations } from '../../data/markets/quotations.ts';

const BYTES_IN_MB = 1_000_000;

/** What this app keeps on the device, in MB with one decimal; undefined where the browser does not tell. */
export function useCacheSize(): {
  readonly size: string | undefined;
  readonly measure: () => void;
} {
  const [size, setSize] = useState<string>();
  const measure = useCallback(() => {
    const storage: StorageManager | undefined = navigator.storage;
    storage?.estimate?.().then(
      ({ usage }) => setSize(usage === undefined ? undefined : (usage / BYTES_IN_MB).toFixed(1)),
      () => setSize(undefined),
    );
  }, []);
  useEffect(measure, [measure]);
  return { size, measure };
}

/** Forgets every answer and what the browser cached for this app; what is on the screen loads anew. */
export async function clearCaches(): Promise<void> {
  if ('caches' in window) {
    const names = await window.caches.keys();
    await Promise.all(names.map((name) => window.caches.delete(name)));
  }
  forgetQuotations();
  await queryClient.resetQueries();
}
