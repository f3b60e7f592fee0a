/** Users who invite and are invited, and trades whose fees bring rebates. */
import type { ReferralTerms } from '@fairlead/engine';
import { ratePpm } from '@fairlead/units';
import {
  type CallOptions,
  registration,
  startTestServer,
  type TestServer,
  type TestServerOptions,
  type TestUser,
} from '../../../test/support/fixture.ts';

/** 20 %, 25 % from two invitees on, 30 % from three. */
export const LEVELS: ReferralTerms = {
  levels: [
    { needs: 0, ratioPpm: ratePpm(200_000n) },
    { needs: 2, ratioPpm: ratePpm(250_000n) },
    { needs: 3, ratioPpm: ratePpm(300_000n) },
  ],
};

export async function startReferralServer(options: TestServerOptions = {}): Promise<TestServer> {
  const server = await startTestServer(options);
  await server.run({ kind: 'configure_referral', terms: LEVELS });
  return server;
}

export async function codeOf(server: TestServer, user: TestUser): Promise<string> {
  return (await server.data('center', {}, user)).user.invite_code;
}

/** Asks to register with an invite code and the right code, unless told otherwise. */
export async function askToRegister(
  server: TestServer,
  inviteCode: string,
  {
    code,
    email = server.newEmail(),
    ...options
  }: CallOptions & {
    readonly code?: string;
    readonly email?: string;
  } = {},
) {
  await server.call('smsMail', { email, scene: 'register' }, options);
  const request = { ...registration(email, code ?? (await server.code(email))) };
  return server.call('register', { ...request, invite_code: inviteCode }, options);
}

/** Registers somebody whom a user invites, with 1,000 USDT and 10 BTC. */
export async function invitedBy(server: TestServer, inviter: TestUser): Promise<TestUser> {
  const email = server.newEmail();
  const reply = await askToRegister(server, await codeOf(server, inviter), { email });
  if (reply.type !== 'ok') throw new Error(reply.text);
  const { token, user } = reply.message;
  await server.fund(user.id, 3, 1_000_000000n);
  await server.fund(user.id, 1, 10_00000000n);
  return { userId: user.id, token, email };
}

/** The maker sells so many BTC at 100 USDT, and the taker buys them: fees of 0.1 % in USDT, of 0.2 % in BTC. */
export async function trade(
  server: TestServer,
  { maker, taker }: { readonly maker: TestUser; readonly taker: TestUser },
  quantity = '1',
): Promise<void> {
  const order = { symbol: 'BTC/USDT', type: 'limit', price: '100.00', quantity };
  await server.data('placeOrder', { ...order, side: 'sell' }, maker);
  const bought = await server.data('placeOrder', { ...order, side: 'buy' }, taker);
  if (bought.order.status !== 'completed') throw new Error('the orders did not meet');
}
