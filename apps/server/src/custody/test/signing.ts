/** Users who sign what money does with a passkey, as the app does. */
import { hash } from 'node:crypto';
import { intentText, type UserIntent } from '@fairlead/contract';
import { PASSWORD, type TestServer, type TestUser } from '../../../test/support/fixture.ts';
import { SoftAuthenticator, type Wrong } from '../../identity/test/authenticator.ts';
import type { IntentDraft } from '../signing/signed-intents.ts';
import { ETH_ADDRESS } from './fixture.ts';

/** A passkey of a user who has a password only. */
export async function addPasskey(
  server: TestServer,
  user: TestUser,
  device = new SoftAuthenticator(),
): Promise<SoftAuthenticator> {
  const { options } = await server.data('beginPasskey', { password: PASSWORD }, user);
  const request = { credential: device.make(options), name: 'Key ring' };
  await server.data('confirmPasskey', request, user);
  return device;
}

/** SHA-256 of an intent, as an authenticator is given it. */
export const challengeOf = (intent: UserIntent): string =>
  hash('sha256', intentText(intent), 'base64url');

export interface Signing {
  readonly server: TestServer;
  readonly user: TestUser;
  readonly device: SoftAuthenticator;
}

/** Signs a draft with a fresh nonce; `changed` is signed in place of what is right. */
export async function signed(
  { server, user, device }: Signing,
  draft: Omit<IntentDraft, 'owner'>,
  { changed = {}, wrong = {} }: { changed?: Partial<UserIntent>; wrong?: Wrong } = {},
): Promise<{ readonly nonce: string; readonly credential: string }> {
  const { nonce, deployment } = await server.data('passkeyIntent', {}, user);
  const own = { version: 1, owner: user.userId, deployment, nonce } as const;
  const intent: UserIntent = { ...own, ...draft, ...changed };
  return { nonce, credential: device.use({ challenge: challengeOf(intent) }, wrong) };
}

/** A withdrawal of 100 USDT to the holder's address; 5 are its fee in these tests unless told otherwise. */
export const outDraft = (more: Partial<IntentDraft> = {}): Omit<IntentDraft, 'owner'> => ({
  kind: 'withdrawal',
  currency: 'USDT',
  chain: 'ERC20',
  address: ETH_ADDRESS,
  amount: '95.000000',
  fee: '5.000000',
  ...more,
});

export const payeeDraft = (more: Partial<IntentDraft> = {}): Omit<IntentDraft, 'owner'> => ({
  kind: 'payee',
  currency: 'USDT',
  chain: 'ERC20',
  address: ETH_ADDRESS,
  ...more,
});
