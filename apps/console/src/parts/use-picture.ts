import { useEffect, useState } from 'react';
import { callApi } from '../data/api.ts';
import { errorText } from '../data/query.ts';
import { sessionToken } from '../data/session.ts';
import { queueTexts } from '../queue/texts.ts';

export type Picture =
  | { readonly state: 'loading' }
  | { readonly state: 'shown'; readonly url: string }
  | { readonly state: 'failed'; readonly text: string };

/** Fetches the bytes behind a signed path. The token goes to this server and to nobody else. */
async function fetchPicture(fileId: number, signal: AbortSignal): Promise<Blob> {
  const { url } = await callApi('openFile', { file_id: fileId }, { signal });
  const { origin, href } = new URL(url, window.location.origin);
  if (origin !== window.location.origin) throw new TypeError('a picture of another server');
  const response = await fetch(href, {
    headers: { authorization: sessionToken() ?? '' },
    cache: 'no-store',
    signal,
  });
  const blob = await response.blob();
  if (!response.ok || !blob.type.startsWith('image/')) throw new TypeError('no picture');
  return blob;
}

/**
 * A user's picture, kept in memory as long as it is shown and no longer. Each fetch is audited and counted, so
 * it happens once for each `attempt` and never by itself again; undefined asks for nothing.
 */
export function usePicture(fileId: number | undefined, attempt: number): Picture {
  const [picture, setPicture] = useState<Picture>({ state: 'loading' });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt fetches again
  useEffect(() => {
    if (fileId === undefined) return;
    const abort = new AbortController();
    let url: string | undefined;
    setPicture({ state: 'loading' });
    fetchPicture(fileId, abort.signal).then(
      (blob) => {
        if (abort.signal.aborted) return;
        url = URL.createObjectURL(blob);
        setPicture({ state: 'shown', url });
      },
      (error: unknown) => {
        if (abort.signal.aborted) return;
        const text = error instanceof TypeError ? queueTexts.pictures.failed : errorText(error);
        setPicture({ state: 'failed', text });
      },
    );
    return () => {
      abort.abort();
      if (url !== undefined) URL.revokeObjectURL(url);
    };
  }, [fileId, attempt]);
  return picture;
}
