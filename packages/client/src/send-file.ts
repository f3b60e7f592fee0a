/**
 * Sends one picture as multipart/form-data. `fetch` cannot say how much has left, so this is the one call
 * that goes through XMLHttpRequest; browsers only.
 */
import type { RequestOf, ResponseOf } from '@fairlead/contract';
import { REQUEST_TIMEOUT_MS } from '@fairlead/contract/constants';
import { ROUTE_PATHS } from '@fairlead/contract/paths';
import { type ApiClientOptions, callerHeaders } from './api-client.ts';
import { ApiError, type ApiErrorCode } from './api-error.ts';
import { decodeAnswer } from './decode-answer.ts';

export interface SendFileOptions {
  readonly file: Blob;
  /** Called with what has left, as a share from 0 to 1. */
  readonly onProgress?: (share: number) => void;
  readonly signal?: AbortSignal;
}

type Fields = Readonly<Record<string, string | number>>;

const failure = (code: Extract<ApiErrorCode, 'network' | 'timeout'>): ApiError =>
  new ApiError({
    code,
    message: code === 'timeout' ? 'nothing moved in time' : 'no connection',
    status: 0,
    isRetryable: true,
  });

/** Fields go before the file: the server decides by them before it reads the first byte. */
function formOf(request: Fields, file: Blob): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(request)) form.append(name, String(value));
  form.append('file', file);
  return form;
}

/** The answer's text with its status and the one header that is read, as the decoder takes it. */
function responseOf(request: XMLHttpRequest): Response {
  const retryAfter = request.getResponseHeader('retry-after');
  return new Response(request.responseText, {
    status: request.status,
    headers: retryAfter === null ? {} : { 'retry-after': retryAfter },
  });
}

/** Resolves with the answer; gives up when nothing has moved for a minute, however long the whole takes. */
function transfer(request: XMLHttpRequest, form: FormData, options: SendFileOptions) {
  const { onProgress, signal } = options;
  return new Promise<Response>((resolve, reject) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = (settle: () => void): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      settle();
    };
    const abort = () => {
      end(() => reject(signal?.reason));
      request.abort();
    };
    const moved = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        end(() => reject(failure('timeout')));
        request.abort();
      }, REQUEST_TIMEOUT_MS);
    };
    request.upload.onprogress = ({ loaded, total, lengthComputable }) => {
      moved();
      if (lengthComputable && total > 0) onProgress?.(loaded / total);
    };
    request.onload = () => end(() => resolve(responseOf(request)));
    request.onerror = () => end(() => reject(failure('network')));
    signal?.addEventListener('abort', abort);
    moved();
    request.send(form);
  });
}

/** Sends a picture; resolves with its id, rejects with ApiError or with the reason of `signal`. */
export const sendFile = (
  client: ApiClientOptions,
  request: RequestOf<'upload'>,
  options: SendFileOptions,
): Promise<ResponseOf<'upload'>> => sendFileTo(client, ROUTE_PATHS.upload[1], request, options);

/** As `sendFile`, to another path that takes a picture: the desk's. */
export async function sendFileTo(
  client: ApiClientOptions,
  path: string,
  request: Fields,
  options: SendFileOptions,
): Promise<{ readonly file_id: number }> {
  options.signal?.throwIfAborted();
  const headers = callerHeaders(client);
  const call = new XMLHttpRequest();
  call.open('POST', `${client.baseUrl}/api/${path}`);
  for (const [name, value] of Object.entries(headers)) call.setRequestHeader(name, value);
  const response = await transfer(call, formOf(request, options.file), options);
  try {
    return await decodeAnswer<{ readonly file_id: number }>(response, undefined);
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_logged_in')
      client.onNotLoggedIn?.(error, headers['authorization']);
    throw error;
  }
}
