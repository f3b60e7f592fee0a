/**
 * Q9: a rewritten database does not pass. The attack on real tables with their triggers off, as thorough as
 * it likes; what each comparison finds alone; and how trading stops for it.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { brokenHeads, verifyChain } from '@fairlead/receipt';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { TestServer, TestUser } from '../../../test/support/fixture.ts';
import { describeDatabases } from '../../../test/support/test-database.ts';
import { LossError } from '../../core/sequencer/seen.ts';
import type { Queryable } from '../../core/store/database.ts';
import { addCapital, FUTURES_TERMS, fundContract, long } from '../../futures/test/fixture.ts';
import { ask, buyer, parked, purchase, startOptionServer } from '../../options/test/fixture.ts';
import { publishHead } from '../queries.ts';
import { DerivativeStory } from './receipt-story.ts';
import { resealChain, rewritePast, turnedAt, unguarded } from './rewrite-past.ts';

const VERIFY = path.resolve(
  import.meta.dirname,
  '../../../../../packages/receipt/bin/fairlead-verify.mjs',
);

let server: TestServer;
let story: DerivativeStory;
let alice: TestUser;
let windowMs: readonly number[];

/** Alice wins four options of one window and closes a position: ten receipts and a published head. */
async function trade(): Promise<void> {
  let positionId = 0;
  for (let order = 0; order < 4; order += 1) {
    const { answer } = await ask(server, alice);
    if (order === 3) {
      const opening = server.call('openPosition', long(), { token: alice.token });
      await parked(server, 5);
      await story.tick('100.00');
      positionId = (await opening).message.position.id;
      expect((await answer).type).toBe('ok');
    }
  }
  await story.ticks(34, '101.00');
  const closing = server.call('closePosition', { position_id: positionId }, { token: alice.token });
  await parked(server, 1);
  await story.tick('101.00');
  await closing;
  const { list } = await server.data('receipts', {});
  windowMs = list.find(({ kind }) => kind === 'delivery')?.samples.map(({ time }) => time) ?? [];
  await publishHead(server.context.database, server.clock.nowMs);
}

const { data } = { data: () => server.context.reconciler };
const past = async (): Promise<string[]> => (await data().checkPast()).drifts.map(say);
const say = ({ check, subject }: { check: string; subject: string }) => `${check} ${subject}`;
const checksOf = (drifts: readonly { readonly check: string }[]) => [
  ...new Set(drifts.map(({ check }) => check)),
];

/** A round in the background from where the last one was, a step at a time. */
async function round(): Promise<void> {
  const { reconciler, database } = server.context;
  for (;;) {
    await reconciler.goOnWithPast(1);
    const [place] = await database.query<{ phase: string }>('SELECT phase FROM past_check');
    if (place?.phase === 'done') return;
  }
}

describeDatabases('Q9: a rewritten past', (kind) => {
  beforeEach(async () => {
    server = await startOptionServer({ kind });
    await server.run({ kind: 'configure_futures', terms: FUTURES_TERMS });
    await addCapital(server, 'contract_house', 50_000);
    story = new DerivativeStory(server.sequencer, server.clock);
    alice = await buyer(server);
    await fundContract(server, alice, 1_000);
    await trade();
  });
  afterEach(() => server.stop());

  const rewrite = (how: { readonly hasRows: boolean; readonly hasLedger: boolean }) =>
    rewritePast(server.context.database, { timesMs: windowMs, price: '99', ...how });

  test('Q9: an honest one has no difference, however often it is looked at', async () => {
    expect(windowMs).toHaveLength(5);
    expect((await data().checkNewest()).drifts).toEqual([]);
    expect(await past()).toEqual([]);
    await round();
    expect(data().results.get('past')?.drifts).toEqual([]);
    await server.restart();
    expect((await data().checkNewest()).drifts).toEqual([]);
    expect(data().isSound).toBe(true);
  });

  test('Q9: five samples repainted, four options turned, the chain sealed again: found at the start', async () => {
    await server.sequencer.stop();
    await rewrite({ hasRows: false, hasLedger: false });
    await server.restart();
    // What everybody can check is right: the chain alone does not tell.
    const { list } = await server.data('receipts', {});
    expect((await verifyChain(list)).isRight).toBe(true);
    const { drifts } = await server.context.reconciler.checkNewest();
    expect(checksOf(drifts).sort()).toEqual(['receipt_posting', 'receipt_row']);
    expect(drifts.map(say)).toContain(
      'receipt_posting receipt 6 (delivery): option_delivery posted 175.000000 to user, should be 0.000000',
    );
    expect(server.context.trading.isHeldForDrift).toBe(true);
    expect(await server.call('buyOption', purchase(), { token: alice.token })).toMatchObject({
      error: 'unavailable',
    });
    // The console shows which receipts, and that nothing proves the books.
    const token = await server.ownerToken();
    const { checks, trading } = await server.data('system', {}, { token });
    expect(checks.find(({ name }) => name === 'newest')?.drifts[0]?.subject).toMatch(/^receipt 6 /);
    expect(trading).toMatchObject({ mode: 'cancel_only', cause: 'drift', is_resumable: false });
  });

  test('Q9: the ledger tells where the rows are turned too, by every way of looking', async () => {
    await rewrite({ hasRows: true, hasLedger: false });
    await server.restart();
    const { reconciler, trading } = server.context;
    for (const look of ['checkNewest', 'checkPast'] as const)
      expect(checksOf((await reconciler[look]()).drifts)).toEqual(['receipt_posting']);
    await server.restart();
    await round();
    expect(checksOf(data().results.get('past')?.drifts ?? [])).toEqual(['receipt_posting']);
    // On demand: the console's button runs all of them.
    trading.recount(reconciler);
    const token = await server.ownerToken();
    await expect
      .poll(async () => (await server.data('system', {}, { token })).trading.is_recounting)
      .toBe(false);
    expect(data().isSound).toBe(false);
  });

  test('Q9: a process that saw the head before knows another, whatever the tables say', async () => {
    expect((await data().checkNewest()).drifts).toEqual([]);
    await rewrite({ hasRows: true, hasLedger: true });
    expect((await data().checkNewest()).drifts.map(say)).toEqual([
      expect.stringMatching(
        /^receipt_chain receipt 10: was [0-9a-f]{64} when this server knew it, is [0-9a-f]{64}$/,
      ),
    ]);
  });

  test('Q9: a round that a restart cut off goes on where it was', async () => {
    await data().goOnWithPast(1);
    const [cut] = await server.context.database.query<{ phase: string; last_id: bigint }>(
      'SELECT phase, last_id FROM past_check',
    );
    expect(cut).toEqual({ phase: 'receipts', last_id: 10n });
    await server.restart();
    expect(data().results.get('past')).toBeUndefined();
    await round();
    expect(data().results.get('past')).toMatchObject({ drifts: [] });
  });

  test('Q9: where the ledger is written anew too, what is outside tells: the app and fairlead-verify', async () => {
    const before = await server.data('receiptHashes', { counts: '3,10' });
    const folder = await mkdtemp(path.join(os.tmpdir(), 'fairlead-past-'));
    const kept = path.join(folder, 'kept.json');
    await writeFile(kept, JSON.stringify({ format: 'fairlead-heads-1', heads: before.list }));
    await server.sequencer.stop();
    await rewrite({ hasRows: true, hasLedger: true });
    await server.restart();
    const { reconciler } = server.context;
    for (const look of [
      'checkQuick',
      'checkAll',
      'checkEngine',
      'checkNewest',
      'checkPast',
    ] as const)
      expect((await reconciler[look]()).drifts, look).toEqual([]);
    // What every app does at its start.
    const said = await server.data('receiptHashes', { counts: '3,10' });
    const broken = brokenHeads(before.list, said);
    expect(broken.map(({ count }) => count)).toEqual([10]);
    expect(broken[0]).toEqual({ ...before.list[1], now: said.hash });
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = server.app.server.address() as AddressInfo;
    const verify = (...more: readonly string[]): Promise<readonly [number, string]> =>
      new Promise((resolve) => {
        const args = [VERIFY, `http://127.0.0.1:${port}`, ...more];
        execFile(process.execPath, args, (error, stdout) =>
          resolve([error === null ? 0 : Number(error.code), stdout]),
        );
      });
    const [alone, words] = await verify();
    expect([alone, words.includes('against itself only')]).toEqual([0, true]);
    const [code, output] = await verify('--heads', kept);
    expect(output).toContain(`receipt 10: the head published after it says ${before.hash}`);
    expect(code).toBe(1);
    await rm(folder, { recursive: true });
  });

  /** One hand in one place, and the one comparison that sees it: without that comparison nothing does. */
  const PLANTED: readonly [string, string, (transaction: Queryable) => Promise<unknown>][] = [
    [
      'a hash',
      'receipt_hash',
      // A label that only the hash covers; the receipts after it are linked to the old hash still.
      (sql) => sql.query(`UPDATE receipts SET symbol = 'XXX/USDT' WHERE receipt_id = 3`),
    ],
    [
      'a sample',
      'receipt_hash',
      (sql) =>
        sql.query('UPDATE index_samples SET price_e8 = price_e8 + 1 WHERE sample_time_ms = $1', [
          windowMs[0] ?? 0,
        ]),
    ],
    [
      'a commitment',
      'receipt_hash',
      (sql) =>
        sql.query(
          `UPDATE receipts SET own = replace(own::text, '"salt":"', '"salt":"0')::json WHERE receipt_id = 2`,
        ),
    ],
    ['a link', 'receipt_chain', (sql) => resealChain(sql, undefined, 5n)],
    [
      'a published head',
      'receipt_head',
      (sql) => sql.query(`UPDATE receipt_heads SET hash = repeat('a', 64)`),
    ],
    [
      'a head of a chain that is cut off',
      'receipt_head',
      async (sql) => {
        await sql.query('UPDATE receipt_heads SET receipt_id = 11');
      },
    ],
    [
      'what an option was paid',
      'receipt_row',
      (sql) => sql.query('UPDATE option_orders SET delivery_price_e8 = delivery_price_e8 + 1'),
    ],
    [
      'the strike',
      'receipt_row',
      (sql) => sql.query('UPDATE option_orders SET strike_e8 = strike_e8 + 1'),
    ],
    [
      'why a position closed',
      'receipt_row',
      (sql) => sql.query(`UPDATE positions SET close_reason = 'liquidation'`),
    ],
    [
      'the opening price of a position',
      'receipt_row',
      (sql) => sql.query('UPDATE positions SET open_price_e8 = open_price_e8 + 1'),
    ],
    [
      'the pay-out in the ledger',
      'receipt_posting',
      (sql) =>
        sql.query(
          `UPDATE posting_rows SET amount_minor = amount_minor + CASE account WHEN 'option' THEN -1 ELSE 1 END
           WHERE account IN ('option', 'option_house') AND entry_id IN
             (SELECT entry_id FROM journal_entries WHERE reason = 'option_delivery')`,
        ),
    ],
    [
      'the fee in the ledger',
      'receipt_posting',
      (sql) =>
        sql.query(
          `UPDATE posting_rows SET amount_minor = amount_minor + CASE account WHEN 'contract' THEN -1 ELSE 1 END
           WHERE account IN ('contract', 'fees') AND entry_id IN
             (SELECT entry_id FROM journal_entries WHERE reason = 'futures_open')`,
        ),
    ],
    [
      'the result in the ledger',
      'receipt_posting',
      (sql) =>
        sql.query(
          `UPDATE posting_rows SET amount_minor = amount_minor + CASE account WHEN 'contract' THEN -1 ELSE 1 END
           WHERE account IN ('contract', 'contract_house') AND entry_id IN
             (SELECT entry_id FROM journal_entries WHERE reason = 'futures_close')`,
        ),
    ],
    [
      'an option without receipts',
      'receipt_missing',
      (sql) =>
        sql.query(
          `INSERT INTO option_orders SELECT option_id + 100000, owner_id, market_id, currency_id, direction, seconds,
             stake_minor, fee_minor, fee_ppm, payout_ratio_ppm, payout_minor, strike_e8, purchased_at_ms,
             delivers_at_ms, window_ms, status, outcome, result, delivery_price_e8, paid_minor, profit_minor,
             purchase_receipt_id, delivery_receipt_id, settled_at_ms FROM option_orders LIMIT 1`,
        ),
    ],
    [
      'an entry without an order',
      'receipt_missing',
      (sql) =>
        sql.query(
          `UPDATE journal_entries SET reference = '999999', reason = 'option_delivery' WHERE reason = 'capital'
             AND entry_id = (SELECT max(entry_id) FROM journal_entries WHERE reason = 'capital')`,
        ),
    ],
  ];

  test.each(PLANTED)('Q9 planted: %s is seen by %s alone', async (_what, check, plant) => {
    await unguarded(server.context.database, async (transaction) => {
      await plant(transaction);
    });
    const { drifts } = await server.context.reconciler.checkPast();
    expect(drifts.length).toBeGreaterThan(0);
    expect(checksOf(drifts)).toEqual([check]);
  });

  test('Q11: a chain with a declared loss has no difference, nor have heads of what was lost', async () => {
    const { database } = server.context;
    const [head] = await database.query<{ receipt_id: bigint }>(
      'SELECT max(receipt_id) AS receipt_id FROM receipts',
    );
    const last = Number(head?.receipt_id);
    const { seen } = server.sequencer.committed;
    const lost = { ...seen, receiptId: last + 3, sequence: seen.sequence + 5 };
    await server.sequencer.declareLoss(new LossError(seen, lost));
    await unguarded(database, async (sql) => {
      await sql.query(
        `INSERT INTO receipt_heads (receipt_id, time_ms, hash) VALUES ($1, $2, repeat('c', 64))`,
        [last + 2, server.clock.nowMs],
      );
    });
    expect((await data().checkNewest()).drifts).toEqual([]);
    expect(await past()).toEqual([]);
    // Without the receipt of the loss the same jump is one, and so is a range that is not the jump's.
    await unguarded(database, async (sql) => {
      await sql.query(`UPDATE receipts SET terms = jsonb_set(terms::jsonb, '{receipt_from}', '1')::json
        WHERE kind = 'loss'`);
    });
    expect(await past()).toContainEqual(
      expect.stringMatching(/^receipt_chain receipt \d+ \(loss\): names 1 to/),
    );
    await unguarded(database, async (sql) => {
      await sql.query(`UPDATE receipts SET kind = 'close' WHERE kind = 'loss'`);
    });
    const drifts = await past();
    expect(drifts).toContainEqual(
      expect.stringMatching(/^receipt_chain receipt \d+ \(close\): follows/),
    );
    expect(drifts).toContainEqual(expect.stringMatching(/^receipt_head head /));
  });

  test('Q9: the sealer of the attack is the one of the server', async () => {
    const before = await server.context.database.query(
      'SELECT hash FROM receipts ORDER BY receipt_id',
    );
    await unguarded(server.context.database, (transaction) => resealChain(transaction));
    expect(
      await server.context.database.query('SELECT hash FROM receipts ORDER BY receipt_id'),
    ).toEqual(before);
    expect(turnedAt('99')).toBeTypeOf('function');
    expect(await past()).toEqual([]);
  });
});
