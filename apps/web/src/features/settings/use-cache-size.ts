import { useCallback, useEffect, useState } from 'react';

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
