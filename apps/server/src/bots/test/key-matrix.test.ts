/**
 * Every call × every permission of a key (cases.md V5, V8). Goal: a key makes the calls that it was given and no other, whatever it
 * asks for; no key takes money out, sets how an account is secured or is asked for a password; and a key that reads
 * changes nothing, by right requests too. What no key may call is listed here once more: a new call is closed until somebody opens it.
 */
import {
  API_KEY_CALLS,
  API_KEY_PERMISSIONS,
  type ApiKeyCall,
  type ApiKeyPermission,
  keyPermissionOf,
  type RouteName,
  routeEntries,
  routes,
} from '@fairlead/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Examples, examplesOf } from '../../../test/fuzz/examples.ts';
import { changed, LedgerWatch } from '../../../test/fuzz/ledger-watch.ts';
import { createWorld, type World } from '../../../test/fuzz/world.ts';
import { startTestServer, type TestServer } from '../../../test/support/fixture.ts';
import { parked, passSeconds } from '../../options/test/fixture.ts';
import { ALL, type Program, programOf, type Sent, signedCall } from './program-fixture.ts';

const CALLS = Object.keys(API_KEY_CALLS) as ApiKeyCall[];

/** What a user may call and no key. */
const NEVER: ReadonlySet<RouteName> = new Set<RouteName>([
  // How the account is secured, and who its owner is.
  ...(['smsOtherMail', 'logout', 'center', 'center2', 'changePassword', 'sessions'] as const),
  ...(['endSession', 'hasFundPassword', 'saveFundPassword', 'security', 'beginOtp'] as const),
  ...(['confirmOtp', 'disableOtp', 'passkeyIntent', 'passkeys', 'beginPasskey'] as const),
  ...(['confirmPasskey', 'renamePasskey', 'removePasskey', 'securityActs'] as const),
  ...(['saveMailWord', 'lockAccount', 'askUnlock', 'stopRecovery'] as const),
  // What is said to operators.
  ...(['holds', 'appealHold'] as const),
  ...(['realName', 'realName2', 'upload'] as const),
  ...(['ownFile', 'apiKeys', 'createApiKey', 'editApiKey', 'revokeApiKey'] as const),
  // Where what happens is sent: a key reads it, and sets nothing.
  ...(['createWebhook', 'editWebhook', 'rotateWebhookSecret', 'removeWebhook'] as const),
  'replayWebhook',
  // Accounts beside the main one, and money between them.
  ...(['subAccounts', 'createSubAccount', 'editSubAccount', 'moveSubAccount'] as const),
  // Who else reads the account.
  ...(['accountShares', 'createAccountShare', 'acceptAccountShare', 'endAccountShare'] as const),
  // What is drawn on its charts.
  ...(['drawings', 'saveDrawings'] as const),
  // Money in and out, and where it goes.
  ...(['sayOrigin', 'askWalletProof', 'signWalletProof'] as const),
  ...(['depositAddress', 'claimDeposit', 'bankInfo', 'deposits', 'withdrawalInfo'] as const),
  ...([
    'withdraw',
    'cancelWithdrawal',
    'withdrawals',
    'withdrawalAddresses',
    'addAddress',
  ] as const),
  ...(['deleteAddress', 'bankCards', 'saveBankCard', 'deleteBankCard', 'faucet'] as const),
  // Of the person: papers, messages, talks, those they invited.
  ...(['liabilityProof', 'exportOwn', 'taxReport', 'taxLines', 'taxFile', 'messages'] as const),
  ...(['depositCosts', 'saveDepositCosts'] as const),
  ...([
    'readMessages',
    'notificationSettings',
    'saveNotification',
    'saveMailWishes',
    'subscribePush',
  ] as const),
  ...(['unsubscribePush', 'testPush', 'alerts', 'createAlert', 'deleteAlert'] as const),
  ...(['favourites', 'saveFavourites', 'chat', 'chatMessages', 'sendChat', 'readChat'] as const),
  ...(['closeChat', 'chatTranscript', 'invite', 'share', 'poster', 'inviteRanking'] as const),
  ...(['invitees', 'rebates'] as const),
  // What goes on when a key has ended.
  ...(['recurringPlans', 'createRecurringPlan', 'setRecurringPlan', 'recurringPurchases'] as const),
]);

describe('the table', () => {
  test('every call of a user is of a permission or of none', () => {
    const ofUsers = routeEntries.filter(([, { access }]) => access.who === 'user');
    const unlisted = ofUsers.flatMap(([name]) => (keyPermissionOf(name) === undefined ? name : []));
    expect(new Set(unlisted)).toEqual(NEVER);
    for (const name of CALLS) expect(['user', 'public']).toContain(routes[name].access.who);
  });

  test('no call of a key asks for a password, a code or a factor, or takes a file', () => {
    const asked = /password|otp|^code$|nonce|credential|ticket/;
    for (const name of CALLS) {
      const { request, isMultipart } = routes[name] as (typeof routes)['wallet'];
      const { shape } = (request as unknown as { def: { shape: object } }).def;
      expect([name, Object.keys(shape).filter((field) => asked.test(field))]).toEqual([name, []]);
      expect(isMultipart).toBe(false);
    }
  });

  test('what `read` opens moves no money; what moves money needs more', () => {
    for (const name of CALLS)
      expect([name, routes[name].isMoney]).toEqual([name, API_KEY_CALLS[name] !== 'read']);
  });
});

describe('each permission by itself', () => {
  let server: TestServer;
  const programs = new Map<ApiKeyPermission, Program>();
  let all: Program;
  beforeAll(async () => {
    server = await startTestServer();
    const user = await server.trader();
    for (const permission of API_KEY_PERMISSIONS)
      programs.set(
        permission,
        await programOf(server, user, permission === 'read' ? {} : { [permission]: true }),
      );
    all = await programOf(server, user, ALL);
  });
  afterAll(() => server.stop());

  /** What came of an empty request: whoever gets past the gate meets the schema, or succeeds. */
  const outcome = async (name: RouteName, program: Program): Promise<string> => {
    // Without an address the inbox is the caller's own; a file's call meets its body's type before its right.
    const request = name === 'inbox' ? { to: 'nobody@example.com' } : {};
    const { isMultipart } = routes[name];
    const sent = isMultipart ? { tamper: asFile } : {};
    const { error } = await signedCall(server, program, name, request, sent);
    return error?.startsWith('api_') === true || error === 'not_logged_in' ? error : 'through';
  };

  const asFile: NonNullable<Sent['tamper']> = ({ headers }) => ({
    headers: { ...headers, 'content-type': 'multipart/form-data; boundary=x' },
  });

  test.each(routeEntries)('%s', async (name, { access }) => {
    const needs = keyPermissionOf(name);
    for (const [permission, program] of programs) {
      const may = needs === 'read' || needs === permission;
      const refused = needs === undefined ? 'api_not_for_keys' : 'api_permission_missing';
      const expected = ['operator', 'signer', 'sweeper', 'recovery'].includes(access.who)
        ? 'not_logged_in'
        : may || (access.who === 'public' && needs === undefined)
          ? 'through'
          : refused;
      expect([permission, await outcome(name, program)]).toEqual([permission, expected]);
    }
    const isOpen = needs !== undefined || access.who === 'public';
    expect((await outcome(name, all)) === 'through').toBe(isOpen);
  });
});

describe('right requests', () => {
  let world: World;
  let examples: Examples;
  let watch: LedgerWatch;
  beforeAll(async () => {
    world = await createWorld({ logTo: () => undefined });
    examples = await examplesOf(world);
    watch = await LedgerWatch.open(world.server.context.database);
  });
  afterAll(() => world.server.stop());

  const settled = async () => {
    const { context, notices } = world.server;
    await notices.settled();
    await context.apiKeys.flush();
    return watch.all();
  };

  test('a key that reads changes no byte, whatever it asks for', async () => {
    const { server, users } = world;
    const reader = await programOf(server, users.ann);
    await signedCall(server, reader, 'wallet');
    const before = await settled();
    let answered = 0;
    for (const [name, { access }] of routeEntries) {
      if (access.who === 'public' && keyPermissionOf(name) === undefined) continue;
      for (const request of examples[name] ?? [{}]) {
        const { status } = await signedCall(server, reader, name, request);
        if (status === 200) answered += 1;
      }
    }
    expect(answered).toBeGreaterThan(15);
    expect(changed(before, await settled())).toEqual([]);
  });

  test('a key of everything but one product does nothing in that one, by right requests', async () => {
    const { server, users } = world;
    for (const without of API_KEY_PERMISSIONS.filter((each) => each !== 'read')) {
      const program = await programOf(server, users.ann, { ...ALL, [without]: false });
      await signedCall(server, program, 'wallet');
      const before = await settled();
      for (const name of CALLS.filter((call) => API_KEY_CALLS[call] === without))
        for (const request of examples[name] ?? [{}])
          expect((await signedCall(server, program, name, request)).error).toBe(
            'api_permission_missing',
          );
      expect([without, changed(before, await settled())]).toEqual([without, []]);
      await server.data('revokeApiKey', { id: program.id }, users.ann);
    }
  });

  test('what is another’s is as what never was, for a key of everything (V4)', async () => {
    const { server, users, belonging } = world;
    const program = await programOf(server, users.ann, ALL);
    const { order, position, hosting } = belonging.ben;
    const about: readonly (readonly [ApiKeyCall, (id: number) => object, number])[] = [
      ['order', (id) => ({ order_id: id }), order],
      ['orderFills', (id) => ({ order_id: id }), order],
      ['amendments', (id) => ({ order_id: id }), order],
      ['cancelOrder', (id) => ({ order_id: id }), order],
      ['cancelOrders', (id) => ({ orders: JSON.stringify([{ order_id: id }]) }), order],
      ['amendOrder', (id) => ({ symbol: 'BTC/USDT', order_id: id, quantity: '0.5' }), order],
      ['setStops', (id) => ({ position_id: id, stop_loss: '70' }), position],
      ['closePosition', (id) => ({ position_id: id }), position],
      ['addMargin', (id) => ({ position_id: id, amount: '1' }), position],
      ['reversePosition', (id) => ({ position_id: id }), position],
      ['amendPosition', (id) => ({ position_id: id, price: '91' }), position],
      [
        'setStopLevel',
        (id) => ({ position_id: id, stop: 'stop_loss', price: '70', lots: 1 }),
        position,
      ],
      ['removeStopLevel', (id) => ({ position_id: id, level_id: 9 }), position],
      ['redeemHosting', (id) => ({ id }), hosting],
    ];
    const theirs = await watch.of(users.ben.userId);
    for (const [name, of, id] of about) {
      const told = async (asked: number) => {
        const { status, text } = await signedCall(server, program, name, { ...of(asked) });
        return [name, status, text.replaceAll(String(asked), 'ID')];
      };
      const own = await told(id);
      expect(own).toEqual(await told(987_654_321));
      expect(own[2]).toContain('not_found');
    }
    expect(changed(theirs, await watch.of(users.ben.userId))).toEqual([]);
  });

  test('each permission does what it says: one right call of each product', async () => {
    const { server, users } = world;
    const program = await programOf(server, users.ben, ALL);
    for (const name of ['placeOrder', 'buyHosting', 'transfer', 'subscribe'] as const) {
      const [request = {}] = examples[name] ?? [];
      const { status, text } = await signedCall(server, program, name, request);
      expect([name, status, text]).toEqual([name, 200, text]);
    }
    for (const name of ['openPosition', 'buyOption'] as const) {
      const [request = {}] = examples[name] ?? [];
      const waiting = server.sequencer.health().parkedCommands;
      const asked = signedCall(server, program, name, request);
      await parked(server, waiting + 1);
      await passSeconds(server, 1, () => '100');
      const { status, text } = await asked;
      expect([name, status, text]).toEqual([name, 200, text]);
    }
  });
});
