/** Has a passkey sign what is about to be done: the challenge is the hash of what this page shows, made here. */
import { intentText, type UserIntent } from '@fairlead/contract/intent';
import { callApi } from '../calls/api.ts';
import { answered, loadBrowser, type RequestOptions } from './ask.ts';
import { challengeOf, sha256 } from './challenge.ts';

/** But for what the server adds. */
export type SignedDraft = Omit<UserIntent, 'version' | 'deployment' | 'nonce'>;

export interface Signature {
  readonly nonce: string;
  readonly credential: string;
}

/** In hex. */
export const digestOf = async (text: string): Promise<string> =>
  [...(await sha256(text))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** Undefined when there is no signature, which is said. */
export const signIntent = (draft: SignedDraft, failed: string): Promise<Signature | undefined> =>
  answered(async () => {
    const [{ startAuthentication }, { nonce, deployment, options }] = await Promise.all([
      loadBrowser(),
      callApi('passkeyIntent', {}),
    ]);
    const challenge = await challengeOf(intentText({ version: 1, ...draft, deployment, nonce }));
    const optionsJSON = { ...options, challenge } as unknown as RequestOptions;
    return { nonce, credential: JSON.stringify(await startAuthentication({ optionsJSON })) };
  }, failed);
