/** Pictures on their way to a server of the test's own: each transfer is held until the test lets it go on. */
import { act } from '@testing-library/react';
import { vi } from 'vitest';

export interface Transfer {
  readonly fields: FormData;
  readonly headers: ReadonlyMap<string, string>;
  readonly isAborted: () => boolean;
  /** Says how much has left, as a share. */
  readonly progress: (share: number) => Promise<void>;
  /** Answers with DATA, or with a refusal's code. */
  readonly answer: (data: object) => Promise<void>;
  readonly refuse: (error: string, message: string, status?: number) => Promise<void>;
  /** The connection breaks. */
  readonly fail: () => Promise<void>;
}

/** Takes the place of XMLHttpRequest; `transfers` holds those that were begun. */
export function holdUploads(): readonly Transfer[] {
  const transfers: Transfer[] = [];
  class HeldRequest {
    readonly upload: { onprogress?: (event: object) => void } = {};
    onload?: () => void;
    onerror?: () => void;
    status = 0;
    responseText = '';
    readonly #headers = new Map<string, string>();
    #isAborted = false;
    open(): void {}
    setRequestHeader(name: string, value: string): void {
      this.#headers.set(name, value);
    }
    getResponseHeader(): null {
      return null;
    }
    abort(): void {
      this.#isAborted = true;
    }
    send(fields: FormData): void {
      const settle = (status: number, envelope: object) =>
        act(async () => {
          this.status = status;
          this.responseText = JSON.stringify(envelope);
          this.onload?.();
        });
      transfers.push({
        fields,
        headers: this.#headers,
        isAborted: () => this.#isAborted,
        progress: (share) =>
          act(async () =>
            this.upload.onprogress?.({ loaded: share * 100, total: 100, lengthComputable: true }),
          ),
        answer: (message) => settle(200, { type: 'ok', code: 1, message }),
        refuse: (error, message, status = 400) =>
          settle(status, { type: 'error', code: 0, error, message }),
        fail: () => act(async () => this.onerror?.()),
      });
    }
  }
  vi.stubGlobal('XMLHttpRequest', HeldRequest);
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => 'blob:picture');
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => undefined);
  return transfers;
}

/** A file of this many bytes, without holding them. */
export function picture(name: string, { type = 'image/jpeg', size = 1_000 } = {}): File {
  const file = new File(['x'], name, { type });
  Object.defineProperty(file, 'size', { value: size });
  return file;
}
