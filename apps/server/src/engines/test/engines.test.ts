/** Two engines with databases of their own: money between them, what one has of the other, and what a crash leaves. */
import { BTC, BTC_USDT, USDT } from '@fairlead/testkit';
import { amountMinor, ratePpm } from '@fairlead/units';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { describeDatabases, openTestDatabase } from '../../../test/support/test-database.ts';
import { hashes, seed } from '../../../test/support/test-sequencer.ts';
import { quickCheck, recount } from '../../core/checks/reconciliation.ts';
import { balancesOf, readSentTransfers, receivedTransfer } from '../../ledger/queries.ts';
import { EXCHANGE_TABLES } from '../../tables.ts';
import { Carrier } from '../carrier.ts';
import { Mirror } from '../mirror.ts';
import { countFrom } from '../queries.ts';
import { numbersAfter } from '../shares.ts';
import { ADA, BOB, log, Side, words } from './side.ts';

describeDatabases('engines of products', (kind) => {
  let spot: Side;
  let futures: Side;
  const sides = () => [spot, futures];

  beforeEach(async () => {
    // Two of one kind at once: PGlite opens a second one beside the first.
    spot = new Side(await openTestDatabase(kind), 'spot');
    futures = new Side(await openTestDatabase(kind), 'futures');
    await spot.begin(() => [futures]);
    await seed(spot.sequencer);
    await futures.begin(() => [spot]);
    for (const [owner, inviter] of [
      [BOB, undefined],
      [ADA, BOB],
    ] as const)
      await spot.run({
        kind: 'open_account',
        owner,
        ...(inviter !== undefined && { inviter }),
      });
    await spot.run({
      kind: 'post_entry',
      reason: 'faucet',
      reference: 'ada',
      currencyId: USDT.currencyId,
      amount: amountMinor(1_000n),
      source: { house: 'external' },
      target: { owner: ADA, account: 'coin' },
    });
    await futures.mirror?.look();
  });

  afterEach(async () => {
    expect((await spot.elsewhere()) + (await futures.elsewhere())).toBe(
      (await Promise.all(sides().map(onTheWay))).reduce((sum, each) => sum + each, 0n),
    );
    for (const side of sides()) {
      expect(side.refused).toEqual([]);
      expect(await quickCheck(side.books, EXCHANGE_TABLES)).toEqual([]);
      expect(await recount(side.books)).toEqual([]);
      const { running, reloaded } = await hashes(side.sequencer, side.books);
      expect(running).toBe(reloaded);
      await side.end();
      await side.tables.remove();
    }
  });

  /** What is sent, and not yet credited by the other. */
  async function onTheWay(side: Side): Promise<bigint> {
    const other = sides().find((each) => each !== side) ?? side;
    let sum = 0n;
    for (const { transferId, amount } of await readSentTransfers(side.books)) {
      const received = await receivedTransfer(other.books, transferId);
      if (received?.status !== 'credited') sum += amount;
    }
    return sum;
  }

  const restart = async (side: Side): Promise<void> => {
    await side.end();
    await side.begin(() => sides().filter((each) => each !== side));
  };

  it('money reaches the other account and comes back, with the account opened by the first of it', async () => {
    expect(await spot.transfer(300n, 'contract')).toMatchObject({
      ok: true,
      value: { kind: 'sent_transfer', transfer: { status: 'sent' } },
    });
    expect([await spot.total(), await futures.total()]).toEqual([700n, 300n]);
    expect(await readSentTransfers(spot.books)).toEqual([]);
    const back = await futures.transfer(120n, 'coin');
    expect(back).toMatchObject({ ok: true });
    expect([await spot.total(), await futures.total()]).toEqual([820n, 180n]);
    const id = back.ok && back.value.kind === 'sent_transfer' ? back.value.transfer.transferId : 0;
    expect(id).toBeGreaterThan(numbersAfter('futures'));
    // Her inviter's account was opened before hers.
    expect(await futures.run({ kind: 'open_account', owner: BOB })).toMatchObject({ ok: true });
    const referrals = await futures.books.query('SELECT owner_id, inviter_id FROM referrals');
    expect(referrals).toEqual([{ owner_id: BigInt(ADA), inviter_id: BigInt(BOB) }]);
  });

  it('what the other engine cannot be asked for waits, and nobody else does', async () => {
    futures.isAway = true;
    await spot.transfer(300n, 'contract');
    await spot.carrier.look();
    expect([await spot.total(), await futures.total(), await onTheWay(spot)]).toEqual([
      700n,
      0n,
      300n,
    ]);
    futures.isAway = false;
    await spot.carrier.look();
    expect([await spot.total(), await futures.total(), await onTheWay(spot)]).toEqual([
      700n,
      300n,
      0n,
    ]);
  });

  it('an answer that is lost is asked for again, and credits nothing twice, through restarts of both', async () => {
    spot.answersLost = 2;
    await spot.transfer(300n, 'contract');
    await restart(futures);
    await spot.carrier.look();
    await restart(spot);
    expect((await readSentTransfers(spot.books)).length).toBe(1);
    await Promise.all([spot.carrier.look(), spot.carrier.look()]);
    expect([await spot.total(), await futures.total()]).toEqual([700n, 300n]);
    expect(await readSentTransfers(spot.books)).toEqual([]);
  });

  it('two carriers carry the same at once, once', async () => {
    futures.isAway = true;
    for (let at = 0; at < 20; at += 1) await spot.transfer(10n, 'contract');
    futures.isAway = false;
    const other = new Carrier({
      books: spot.books,
      sequencer: spot.sequencer,
      clock: spot.clock,
      arrivalsOf: () => futures.arrivals,
      others: () => [futures.books],
      log,
      words,
      againMs: 3_600_000,
    });
    await Promise.all([spot.carrier.look(), other.look(), spot.carrier.look()]);
    await Promise.all([spot.carrier.look(), other.look()]);
    await other.stop();
    expect([await spot.total(), await futures.total()]).toEqual([800n, 200n]);
    expect(await readSentTransfers(spot.books)).toEqual([]);
  });

  it('a row that its engine did not write is not carried, and is told of once', async () => {
    const forged = numbersAfter('futures') + 900_000;
    await futures.books.query(
      `INSERT INTO sent_transfers
         (transfer_id, reference, owner_id, source, target, currency_id, amount_minor, status, time_ms)
       VALUES ($1, 'forged', $2, 'contract', 'coin', $3, 1000, 'sent', 1)`,
      [forged, BOB, USDT.currencyId],
    );
    const told: unknown[] = [];
    const carrier = new Carrier({
      books: futures.books,
      sequencer: futures.sequencer,
      clock: futures.clock,
      arrivalsOf: () => spot.arrivals,
      others: () => [spot.books],
      log: { warn: () => undefined, error: (facts: unknown) => told.push(facts) } as never,
      words,
      againMs: 3_600_000,
    });
    await carrier.look();
    expect(told).toEqual([]);
    await carrier.look();
    await carrier.look();
    await carrier.stop();
    expect(told).toEqual([{ transferId: forged }]);
    expect(await spot.total(BOB)).toBe(0n);
    // So that what follows finds it right.
    await futures.books.transaction(async (transaction) => {
      await transaction.query('ALTER TABLE sent_transfers DISABLE TRIGGER USER');
      await transaction.query('DELETE FROM sent_transfers WHERE transfer_id = $1', [forged]);
      await transaction.query('ALTER TABLE sent_transfers ENABLE TRIGGER USER');
    });
  });

  it('a long backlog goes in one look, and those that fail hold up nobody behind them', async () => {
    futures.isAway = true;
    const ones = Array.from({ length: 300 }, () => spot.transfer(1n, 'contract'));
    await Promise.all(ones);
    futures.isAway = false;
    const ids = (await readSentTransfers(spot.books)).map(({ transferId }) => transferId);
    const bad = new Set(ids.slice(0, 64));
    const tried: number[] = [];
    const carrier = new Carrier({
      books: spot.books,
      sequencer: spot.sequencer,
      clock: spot.clock,
      arrivalsOf: () => ({
        receive: async (command) => {
          tried.push(command.transferId);
          if (bad.has(command.transferId)) throw new Error('no');
          return futures.arrivals.receive(command);
        },
      }),
      others: () => [futures.books],
      log,
      words,
      againMs: 3_600_000,
    });
    await carrier.look();
    expect(await futures.total()).toBe(236n);
    // Each time it fails it waits for twice as many looks.
    tried.length = 0;
    for (let look = 0; look < 6; look += 1) await carrier.look();
    expect(tried).toHaveLength(2 * 64);
    bad.clear();
    await carrier.look();
    await carrier.stop();
    expect(await futures.total()).toBe(300n);
    expect(await readSentTransfers(spot.books)).toEqual([]);
  });

  it('what is refused comes back, however often it is repeated, though it would be taken now', async () => {
    const other = { ...BTC, currencyId: 9, name: 'NEW' };
    await spot.run({ kind: 'configure_currency', currency: other });
    await spot.run({
      kind: 'post_entry',
      reason: 'faucet',
      reference: 'ada in new',
      currencyId: other.currencyId,
      amount: amountMinor(50n),
      source: { house: 'external' },
      target: { owner: ADA, account: 'coin' },
    });
    const facts = { owner: ADA, source: 'coin', target: 'contract' } as const;
    const money = { currencyId: other.currencyId, amount: amountMinor(50n) };
    spot.answersLost = 1;
    await spot.run({ kind: 'transfer', ...facts, ...money });
    // The mirror had not heard of the currency; now it has.
    expect(await futures.mirror?.look()).toBe(1);
    await spot.carrier.look();
    const rows = await balancesOf(spot.books, ADA);
    expect(rows.find(({ currencyId }) => currencyId === other.currencyId)?.total).toBe(50n);
    const [sent] = await spot.books.query('SELECT status, reject FROM sent_transfers');
    expect(sent).toEqual({ status: 'back', reject: 'currency_not_found' });
  });

  it('an engine does as the home says: terms, partners, who is frozen, and a stop of operators', async () => {
    await spot.transfer(300n, 'contract');
    const market = { ...BTC_USDT, takerFeePpm: ratePpm(900n) };
    await spot.run({ kind: 'configure_market', market });
    await spot.run({ kind: 'set_owner_state', owner: ADA, isFrozen: true });
    await spot.run({ kind: 'set_partner', owner: BOB, ratioPpm: ratePpm(400_000n) });
    const stop = { mode: 'cancel_only', cause: 'operator', reason: 'a look at it' } as const;
    await spot.run({ kind: 'set_trading_mode', ...stop });
    expect(await futures.mirror?.look()).toBe(4);
    expect(await futures.mirror?.look()).toBe(0);
    expect(await futures.transfer(1n, 'coin')).toEqual({ ok: false, reject: 'account_frozen' });
    const [here] = await futures.books.query('SELECT taker_fee_ppm FROM markets');
    expect(here).toEqual({ taker_fee_ppm: 900n });
    await spot.resume();
    await spot.run({ kind: 'set_owner_state', owner: ADA, isFrozen: false });
    await spot.run({ kind: 'set_partner', owner: BOB });
    expect(await futures.mirror?.look()).toBe(3);
    expect(await futures.mirror?.look()).toBe(0);
  });

  it('an owner who is frozen at home is frozen here too where opening broke off half way', async () => {
    const frozen = { kind: 'set_owner_state', owner: ADA, isFrozen: true } as const;
    await spot.run(frozen);
    let failures = 1;
    const mirror = new Mirror({
      home: spot.books,
      books: futures.books,
      run: (command) => {
        if (command.kind !== 'set_owner_state' || failures === 0) return futures.run(command);
        failures -= 1;
        return Promise.reject(new Error('the database went away'));
      },
      onRefused: () => undefined,
    });
    await expect(mirror.open(ADA)).rejects.toThrow('went away');
    await mirror.open(ADA);
    expect(await futures.transfer(1n, 'coin')).toEqual({ ok: false, reject: 'account_frozen' });
    await spot.run({ ...frozen, isFrozen: false });
    await futures.mirror?.look();
  });

  it('a stop of operators that the home found worse meanwhile goes on elsewhere', async () => {
    const stop = { kind: 'set_trading_mode', mode: 'cancel_only', reason: 'a look' } as const;
    await spot.run({ ...stop, cause: 'operator' });
    expect(await futures.mirror?.look()).toBe(1);
    await spot.run({ ...stop, cause: 'drift' });
    expect(await futures.mirror?.look()).toBe(0);
    const [row] = await futures.books.query('SELECT mode, cause FROM trading');
    expect(row).toEqual({ mode: 'cancel_only', cause: 'operator' });
  });

  it('a stop that an engine has for itself is not ended by the home', async () => {
    const stop = { mode: 'cancel_only', cause: 'drift', reason: 'a sum' } as const;
    await futures.run({ kind: 'set_trading_mode', ...stop });
    await spot.run({ kind: 'set_trading_mode', ...stop, cause: 'operator' });
    expect(await futures.mirror?.look()).toBe(0);
    await spot.resume();
    expect(await futures.mirror?.look()).toBe(0);
    const [row] = await futures.books.query('SELECT mode, cause FROM trading');
    expect(row).toEqual({ mode: 'cancel_only', cause: 'drift' });
  });

  it('a number that was given to two transfers credits neither the second nor ends it', async () => {
    await spot.transfer(300n, 'contract');
    const [sent] = await spot.books.query<{ transfer_id: bigint }>(
      'SELECT transfer_id FROM sent_transfers',
    );
    const transferId = Number(sent?.transfer_id);
    const facts = { owner: ADA, source: 'coin', target: 'contract' } as const;
    const money = { currencyId: USDT.currencyId, amount: amountMinor(299n) };
    const other = { kind: 'receive_transfer', transferId, reference: 'other', ...facts } as const;
    await expect(futures.arrivals.receive({ ...other, ...money })).rejects.toThrow('to two');
    expect(await futures.total()).toBe(300n);
  });

  it('numbers of an engine that counted elsewhere before are not moved', async () => {
    expect(await countFrom(spot.books, numbersAfter('futures'))).toBe(false);
    expect(await countFrom(futures.books, numbersAfter('futures'))).toBe(true);
  });
});
