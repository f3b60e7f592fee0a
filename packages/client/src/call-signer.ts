/** Signs calls with a key of the exchange's settings, so that a program needs no session (docs/operating/bots.md). */
import {
  API_KEY_AHEAD_MAX_MS,
  API_KEY_HEADERS,
  type SignedParts,
  signedTextOf,
} from '@fairlead/contract/key-calls';

/** What a signer is given of a call. */
export type UnsignedCall = Omit<SignedParts, 'timestamp' | 'window'>;

export interface CallSigner {
  /** Headers that say who signed a call. */
  headersFor(call: UnsignedCall): Promise<Record<string, string>>;
  /** Told the time by the server's clock, when a call was refused for its own. */
  observe(serverTimeMs: number): void;
}

export interface SignerOptions {
  /** As the exchange showed it. */
  readonly key: string;
  /** How long a call may be under way; the exchange's own 5 s unless given, at most 60,000. */
  readonly windowMs?: number;
  readonly now?: () => number;
}

/** Gives the signature of a text as its header has it. */
export type SignText = (text: string) => Promise<string> | string;

/** Of a key whose text is signed elsewhere, as by a machine that keeps the private key. */
export function createSigner(
  sign: SignText,
  { key, windowMs, now = Date.now }: SignerOptions,
): CallSigner {
  const window = windowMs === undefined ? '' : String(windowMs);
  let offsetMs = 0;
  let last = 0;
  return {
    async headersFor(call) {
      // Each call has a time of its own: the exchange takes none twice.
      last = Math.max(last + 1, Math.round(now() + offsetMs));
      const timestamp = String(last);
      const signature = await sign(signedTextOf({ ...call, timestamp, window }));
      return {
        [API_KEY_HEADERS.key]: key,
        [API_KEY_HEADERS.timestamp]: timestamp,
        [API_KEY_HEADERS.signature]: signature,
        ...(window !== '' && { [API_KEY_HEADERS.window]: window }),
      };
    },
    observe(serverTimeMs) {
      offsetMs = serverTimeMs - now();
      // Times go back only from where the exchange would take none.
      if (last > serverTimeMs + API_KEY_AHEAD_MAX_MS) last = 0;
    },
  };
}

/** Of a key with a secret: HMAC-SHA256. */
export async function hmacSigner({
  secret,
  ...options
}: SignerOptions & { readonly secret: string }): Promise<CallSigner> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const own = await crypto.subtle.importKey('raw', bytesOf(secret), algorithm, false, ['sign']);
  const sign: SignText = async (text) => {
    const signature = await crypto.subtle.sign('HMAC', own, bytesOf(text));
    return Array.from(new Uint8Array(signature), (byte) => byte.toString(16).padStart(2, '0')).join(
      '',
    );
  };
  return createSigner(sign, options);
}

/** Of a key whose public half the exchange has: Ed25519, the private half as PEM (PKCS #8). */
export async function ed25519Signer({
  privateKey,
  ...options
}: SignerOptions & { readonly privateKey: string }): Promise<CallSigner> {
  const base64 = privateKey.replace(/-----(BEGIN|END) PRIVATE KEY-----/g, '').replace(/\s+/g, '');
  const pkcs8 = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const own = await crypto.subtle.importKey('pkcs8', pkcs8, 'Ed25519', false, ['sign']);
  const sign: SignText = async (text) => {
    const signature = await crypto.subtle.sign('Ed25519', own, bytesOf(text));
    return btoa(String.fromCharCode(...new Uint8Array(signature)));
  };
  return createSigner(sign, options);
}

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
