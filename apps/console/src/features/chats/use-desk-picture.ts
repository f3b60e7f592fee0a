import { useFetchedPicture } from '@fairlead/calls';
import { ApiError, fetchPicture, sendFileTo } from '@fairlead/client';
import { OPERATOR_ROUTE_PATHS } from '@fairlead/contract/operator-paths';
import { useEffect, useRef, useState } from 'react';
import { apiOptions } from '../../data/api.ts';
import { errorText, queryClient } from '../../data/query.ts';
import { chatTexts as t } from './texts.ts';

export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const;
const BYTES_MAX = 8 * 1024 * 1024;

/** A picture of a conversation; each look is written down, so it is fetched once. */
export const useDeskPicture = (id: number, fileId: number) =>
  useFetchedPicture({
    key: ['chatFile', { id, fileId }],
    fetch: (signal) =>
      fetchPicture(
        apiOptions,
        `${OPERATOR_ROUTE_PATHS.chatFile[1]}?id=${id}&file_id=${fileId}`,
        signal,
      ),
  });

export type Sent =
  | { readonly state: 'none'; readonly problem?: string }
  | { readonly state: 'sending'; readonly file: File; readonly url: string; readonly share: number }
  | { readonly state: 'failed'; readonly file: File; readonly url: string; readonly text: string }
  | { readonly state: 'sent'; readonly file: File; readonly url: string; readonly fileId: number };

function problemOf({ size, type }: File): string | undefined {
  if (type !== '' && !PICTURE_TYPES.some((known) => known === type)) return t.typeProblem;
  return size > BYTES_MAX ? t.sizeProblem : undefined;
}

/** The picture of the next answer: sent as soon as it is chosen. */
export function useUpload(id: number) {
  const [sent, setSent] = useState<Sent>({ state: 'none' });
  const running = useRef<AbortController>(undefined);
  const url = useRef<string>(undefined);
  const forget = () => {
    running.current?.abort();
    if (url.current !== undefined) URL.revokeObjectURL(url.current);
    url.current = undefined;
  };
  const leave = useRef(forget);
  useEffect(() => () => leave.current(), []);
  const send = async (file: File, shown: string) => {
    const transfer = new AbortController();
    running.current = transfer;
    const show = (next: Sent) => {
      if (!transfer.signal.aborted) setSent(next);
    };
    show({ state: 'sending', file, url: shown, share: 0 });
    try {
      const { file_id: fileId } = await sendFileTo(
        apiOptions,
        OPERATOR_ROUTE_PATHS.chatUpload[1],
        { id },
        {
          file,
          signal: transfer.signal,
          onProgress: (share) => show({ state: 'sending', file, url: shown, share }),
        },
      );
      // Before the answer is sent nobody may fetch it, and it is here already.
      queryClient.setQueryData(['chatFile', { id, fileId }], file);
      show({ state: 'sent', file, url: shown, fileId });
    } catch (error) {
      if (error instanceof ApiError)
        show({ state: 'failed', file, url: shown, text: errorText(error) });
    }
  };
  return {
    sent,
    choose: (file: File) => {
      forget();
      const problem = problemOf(file);
      if (problem !== undefined) return setSent({ state: 'none', problem });
      const shown = URL.createObjectURL(file);
      url.current = shown;
      return void send(file, shown);
    },
    retry: () => {
      if (sent.state === 'failed') void send(sent.file, sent.url);
    },
    remove: () => {
      forget();
      setSent({ state: 'none' });
    },
  };
}
