/** Has a passkey sign what is about to be done: the challenge is the hash of what this page shows, made here. */
import { intentText, type UserIntent } from '@fairlead/contract/intent';
import { callApi } from '../calls/api.ts';
import { answered, loadBrowser, type RequestOptions } from './ask.ts';

/** But for what the server adds. */
export type SignedDraft = Omit<UserIntent, 'version' | 'deployment' | 'nonce'>;

export interface Signature {
  readonly nonce: string;
  readonly credential: string;
}

async function sha256(text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
}

/** In hex. */
export const digestOf = async (text: string): Promise<string> =>
  [...(await sha256(text))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** As authenticators take it: base64url. */
async function challengeOf(intent: UserIntent): Promise<string> {
  const bytes = String.fromCharCode(...(await sha256(intentText(intent))));
  return btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Undefined when there is no signature, which is said. */
export const signIntent = (draft: SignedDraft, failed: string): Promise<Signature | undefined> =>
  answered(async () => {
    const [{ startAuthentication }, { nonce, deployment, options }] = await Promise.all([
      loadBrowser(),
      callApi('passkeyIntent', {}),
    ]);
    const challenge = await challengeOf({ version: 1, ...draft, deployment, nonce });
    const optionsJSON = { ...options, challenge } as unknown as RequestOptions;
    return { nonce, credential: JSON.stringify(await startAuthentication({ optionsJSON })) };
  }, failed);
