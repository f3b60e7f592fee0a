/**
 * One picture on its way to the server: chosen, made smaller, checked, sent at once with its progress, kept for
 * another try when it fails.
 */
import { ApiError, type SendFileOptions, sendFile } from '@fairlead/client';
import type { UploadPurpose } from '@fairlead/contract';
import { UPLOAD_BYTES_MAX } from '@fairlead/contract/constants';
import { useEffect, useRef, useState } from 'react';
import { apiOptions } from './calls/api.ts';
import { errorText } from './calls/error-text.ts';
import { smallerPicture } from './smaller-picture.ts';

/** What the server takes; a picker that offers more is told so before anything leaves. */
export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const;

/** Why a picture is not sent at all: choosing another one helps, trying again does not. */
export type PictureProblem = 'size' | 'type' | 'empty';

interface Chosen {
  readonly file: File;
  /** Of the preview, on this device only. */
  readonly url: string;
}
export type Photo =
  | { readonly state: 'none'; readonly problem?: PictureProblem }
  | (Chosen & { readonly state: 'sending'; readonly share: number })
  | (Chosen & { readonly state: 'failed'; readonly text: string })
  | (Chosen & { readonly state: 'sent'; readonly fileId: number });

export interface PhotoUpload {
  readonly photo: Photo;
  /** Takes the place of the one before. */
  readonly choose: (file: File) => void;
  readonly retry: () => void;
  readonly remove: () => void;
}

/** A type that the browser could not tell is for the server to judge. */
function pictureProblem({ size, type }: Pick<File, 'size' | 'type'>): PictureProblem | undefined {
  if (type !== '' && !PICTURE_TYPES.some((known) => known === type)) return 'type';
  return size === 0 ? 'empty' : undefined;
}

/** The id to send with a form; undefined until the server has the picture. */
export const sentFileId = (photo: Photo): number | undefined =>
  photo.state === 'sent' ? photo.fileId : undefined;

const REFUSED: Readonly<Record<string, PictureProblem>> = {
  file_too_large: 'size',
  body_too_large: 'size',
  file_type: 'type',
};

/** Sends the bytes; gives the picture's id. */
export type SendPicture = (options: SendFileOptions) => Promise<{ readonly file_id: number }>;

const NONE: Photo = { state: 'none' };

/** One picture for one purpose, sent by who is logged in unless told otherwise. Leaving the page ends a transfer that runs. */
export function usePhoto(purpose: UploadPurpose, sendPicture?: SendPicture): PhotoUpload {
  const [photo, setPhoto] = useState<Photo>(NONE);
  const running = useRef<AbortController | undefined>(undefined);
  const shown = useRef<string | undefined>(undefined);
  const forget = () => {
    running.current?.abort();
    running.current = undefined;
    if (shown.current !== undefined) URL.revokeObjectURL(shown.current);
    shown.current = undefined;
  };
  const leave = useRef(forget);
  useEffect(() => () => leave.current(), []);

  const send = async (chosen: Chosen) => {
    const transfer = new AbortController();
    running.current = transfer;
    const show = (next: Photo) => {
      if (!transfer.signal.aborted) setPhoto(next);
    };
    show({ ...chosen, state: 'sending', share: 0 });
    const file = await smallerPicture(chosen.file, chosen.url);
    if (transfer.signal.aborted) return;
    if (file.size > UPLOAD_BYTES_MAX) {
      show({ state: 'none', problem: 'size' });
      return;
    }
    try {
      const options = {
        file,
        signal: transfer.signal,
        onProgress: (share: number) => show({ ...chosen, state: 'sending', share }),
      };
      const { file_id: fileId } = await (sendPicture?.(options) ??
        sendFile(apiOptions, { purpose }, options));
      show({ ...chosen, state: 'sent', fileId });
    } catch (error) {
      const problem = error instanceof ApiError ? REFUSED[error.code] : undefined;
      if (problem === undefined) show({ ...chosen, state: 'failed', text: errorText(error) });
      else show({ state: 'none', problem });
    }
  };

  return {
    photo,
    choose: (file) => {
      forget();
      const problem = pictureProblem(file);
      if (problem !== undefined) {
        setPhoto({ state: 'none', problem });
        return;
      }
      shown.current = URL.createObjectURL(file);
      void send({ file, url: shown.current });
    },
    retry: () => {
      if (photo.state === 'failed') void send({ file: photo.file, url: photo.url });
    },
    remove: () => {
      forget();
      setPhoto(NONE);
    },
  };
}
