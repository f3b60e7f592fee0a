/**
 * Speaks to push services, and to nobody else: an endpoint comes from a browser, so it names where this server sends
 * something. Hosts are those of a list, redirects are not followed, answers are not read.
 */
import type { PushPayload } from '@fairlead/contract';
import webPush from 'web-push';
import type { PushConfig } from '../../core/config/push.ts';
import { PUSH_TIMEOUT_MS, PUSH_TTL_S } from '../../core/http/limits.ts';
import type { PushKeys } from './keys.ts';

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Whether a push service of the list answers there: https and its own port, but on the machine itself. */
function isPushEndpoint(endpoint: string, hosts: readonly string[]): boolean {
  const url = URL.parse(endpoint);
  if (url === null || url.username !== '' || url.password !== '' || url.hash !== '') return false;
  const isNamed = hosts.some((host) =>
    host.startsWith('*.') ? url.hostname.endsWith(host.slice(1)) : url.hostname === host,
  );
  if (!isNamed) return false;
  if (LOOPBACK.test(url.hostname)) return url.protocol === 'http:' || url.protocol === 'https:';
  return url.protocol === 'https:' && url.port === '';
}

export interface PushTarget {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

/** What became of a message: `gone` never comes back; `later` may be tried again, after so long if it says. */
export type PushOutcome =
  | { readonly kind: 'sent' | 'gone' | 'refused' }
  | { readonly kind: 'later'; readonly afterMs: number | undefined };

export class PushService {
  readonly #config: PushConfig;
  readonly #keys: PushKeys;

  constructor(config: PushConfig, keys: PushKeys) {
    this.#config = config;
    this.#keys = keys;
  }

  get publicKey(): string {
    return this.#keys.publicKey;
  }

  accepts(target: PushTarget): boolean {
    return (
      isPushEndpoint(target.endpoint, this.#config.hosts) &&
      isPublicKey(target.p256dh) &&
      Buffer.from(target.auth, 'base64url').length === AUTH_BYTES
    );
  }

  /** Encrypts for the device (RFC 8291) and hands over (RFC 8030, RFC 8292). Never rejects. */
  async send({ endpoint, p256dh, auth }: PushTarget, payload: PushPayload): Promise<PushOutcome> {
    // The list may have become shorter since the device was added.
    if (!isPushEndpoint(endpoint, this.#config.hosts)) return { kind: 'gone' };
    try {
      const { headers, body } = webPush.generateRequestDetails(
        { endpoint, keys: { p256dh, auth } },
        JSON.stringify(payload),
        {
          TTL: PUSH_TTL_S,
          urgency: 'high',
          contentEncoding: 'aes128gcm',
          vapidDetails: { subject: this.#config.subject, ...this.#keys },
        },
      );
      const answer = await fetch(endpoint, {
        method: 'POST',
        redirect: 'manual',
        // Content-Length is the client's own to say.
        headers: Object.entries(headers)
          .filter(([name]) => name.toLowerCase() !== 'content-length')
          .map(([name, value]) => [name, String(value)]),
        body: new Uint8Array(body ?? []),
        signal: AbortSignal.timeout(PUSH_TIMEOUT_MS),
      });
      await answer.body?.cancel();
      return outcomeOf(answer.status, answer.headers.get('retry-after'));
    } catch {
      return { kind: 'later', afterMs: undefined };
    }
  }
}

const PUBLIC_KEY_BYTES = 65;
const AUTH_BYTES = 16;
const isPublicKey = (text: string): boolean => {
  const bytes = Buffer.from(text, 'base64url');
  return bytes.length === PUBLIC_KEY_BYTES && bytes[0] === 4;
};

function outcomeOf(status: number, retryAfter: string | null): PushOutcome {
  if (status >= 200 && status < 300) return { kind: 'sent' };
  if (status === 404 || status === 410) return { kind: 'gone' };
  if (status !== 429 && status < 500) return { kind: 'refused' };
  const seconds = /^\d{1,5}$/.test(retryAfter ?? '') ? Number(retryAfter) : undefined;
  return { kind: 'later', afterMs: seconds === undefined ? undefined : seconds * 1_000 };
}
