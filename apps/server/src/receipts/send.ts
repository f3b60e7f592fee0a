/** One request to an address that the operator named; nothing is followed, and what comes back is bounded. */
import http from 'node:http';
import https from 'node:https';

const TIMEOUT_MS = 20_000;
const ANSWER_BYTES_MAX = 64 * 1024;

export interface Request {
  readonly method: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  /** Whose certificates are believed besides the system's; tests have their own. */
  readonly ca?: string;
}

export interface Answer {
  readonly status: number;
  readonly bytes: Uint8Array;
}

export function send(url: string, { method, headers = {}, body, ca }: Request): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const client = url.startsWith('https:') ? https : http;
    const request = client.request(
      url,
      {
        method,
        headers: { ...headers, ...(body !== undefined && { 'content-length': body.length }) },
        signal: AbortSignal.timeout(TIMEOUT_MS),
        ...(ca !== undefined && { ca }),
      },
      (response) => {
        const parts: Buffer[] = [];
        let length = 0;
        response.on('data', (part: Buffer) => {
          length += part.length;
          if (length > ANSWER_BYTES_MAX) request.destroy(new Error('the answer is too long'));
          else parts.push(part);
        });
        response.on('error', reject);
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            bytes: new Uint8Array(Buffer.concat(parts)),
          }),
        );
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}

/** Throws unless it was taken. */
export function taken({ status, bytes }: Answer): Uint8Array {
  if (status < 200 || status > 299) throw new Error(`it answered ${status}`);
  return bytes;
}
