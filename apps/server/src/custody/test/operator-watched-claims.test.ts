/**
 * Claims where a watcher runs (cases.md D1, D8, D19). Goal: such a claim passes only by the chain's
 * own record of the payment, once it is final, for no more than came in, and never beside the watcher's own credit.
 */
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { startTestServer, type TestServer, type TestUser } from '../../../test/support/fixture.ts';
import type { ChainTransfer } from '../../chains/transfer-queries.ts';
import { operator, proofOf, type TestOperator } from '../../operators/test/fixture.ts';
import { usdtOf } from './fixture.ts';

const HEAD = 1_000;
const CONFIRMATIONS = 12;

const server: TestServer = await startTestServer();
await server.context.custodyTerms.seed({ isDemo: true });
const reviewer: TestOperator = await operator(server, 'reviewer');
afterAll(() => server.stop());

let user: TestUser;
let payments: ChainTransfer[];
let transactions = 0;
let txId: string;

beforeEach(async () => {
  user = await server.register();
  payments = [];
  transactions += 1;
  txId = `0x${transactions.toString(16).padStart(64, '0')}`;
  const { chains } = server.context;
  vi.spyOn(chains, 'isWatched').mockReturnValue(true);
  vi.spyOn(chains, 'confirmationsNeeded').mockReturnValue(CONFIRMATIONS);
  vi.spyOn(chains, 'findTransfers').mockImplementation(async () => payments);
  vi.spyOn(chains, 'status').mockReturnValue([
    {
      chain: 'ERC20',
      isOpen: true,
      confirmations: CONFIRMATIONS,
      height: HEAD,
      head: HEAD,
      lagBlocks: 0,
      lagSeconds: undefined,
      paused: undefined,
      lastError: undefined,
      stuckDeposits: 0,
    },
  ]);
});

const payment = (change: Partial<ChainTransfer> = {}): ChainTransfer => ({
  chain: 'ERC20',
  txId,
  outputIndex: 4,
  address: '0x52908400098527886E0F7030069857D2E4169EE7',
  owner: user.userId,
  currencyId: 3,
  amountMinor: 90_000000n,
  height: HEAD - CONFIRMATIONS + 1,
  blockHash: 'b',
  state: 'held',
  note: 'balance_unknown',
  isMissing: false,
  depositId: undefined,
  reversals: 0,
  createdAtMs: 0,
  ...change,
});

async function claimed(): Promise<number> {
  const claim = {
    kind: 'crypto',
    currency_id: 3,
    chain: 'ERC20',
    amount: '100',
    tx_id: txId,
    proof: await proofOf(server, user),
  };
  return (await server.data('claimDeposit', claim, user)).id;
}
const decide = (id: number, change = {}) =>
  server.call('decideDeposit', { id, decision: 'passed', ...change }, reviewer);
const money = async () => (await usdtOf(server, user)).available;

describe('a claim on a watched chain', () => {
  test("passes with what came in, under the chain's reference whatever the operator writes", async () => {
    payments = [payment()];
    const id = await claimed();
    const reply = await decide(id, { reference: 'my own word' });
    expect(reply.message).toMatchObject({
      status: 'passed',
      credited: '90.000000',
      reference: `ERC20:${txId}:4`,
    });
    expect(await money()).toBe('90.000000');
  });

  test('credits no more than came in', async () => {
    payments = [payment()];
    const id = await claimed();
    expect((await decide(id, { credited: '90.000001' })).fields).toHaveProperty('credited');
    expect((await decide(id, { credited: '89' })).message).toMatchObject({ credited: '89.000000' });
  });

  test.each([
    ['nothing was seen', () => []],
    ['it is not final', () => [payment({ height: HEAD - CONFIRMATIONS + 2 })]],
    ["it is somebody else's", () => [payment({ owner: user.userId + 1 })]],
    ['it is another currency', () => [payment({ currencyId: 2 })]],
    ['its block was orphaned', () => [payment({ isMissing: true })]],
    ['it is no deposit', () => [payment({ state: 'ignored' })]],
    ['its token lied', () => [payment({ note: 'balance_did_not_move' })]],
    ['it was taken back', () => [payment({ state: 'reversed' })]],
  ] as const)('is not found where %s (D8)', async (_why, seen) => {
    const id = await claimed();
    payments = [...seen()];
    expect((await decide(id)).error).toBe('not_found_on_chain');
    expect(await money()).toBe('0.000000');
    expect((await decide(id, { decision: 'rejected', reason: 'not seen' })).status).toBe(200);
  });

  test.each(['credited', 'suspended'] as const)(
    'is refused where the watcher has %s it (D1)',
    async (state) => {
      const id = await claimed();
      payments = [payment({ state })];
      expect((await decide(id)).error).toBe('reference_used');
      expect(await money()).toBe('0.000000');
    },
  );
});
