/** Rows of transfers that somebody who has a product's database wrote before its engine started: no money comes of them. */
import type { Command, ReceiveTransfer } from '@fairlead/engine';
import { USDT } from '@fairlead/testkit';
import { amountMinor } from '@fairlead/units';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { describeDatabases, openTestDatabase } from '../../../test/support/test-database.ts';
import { seed } from '../../../test/support/test-sequencer.ts';
import { quickCheck } from '../../core/checks/reconciliation.ts';
import { Secrets } from '../../core/operations/secrets.ts';
import { EXCHANGE_TABLES } from '../../tables.ts';
import { Exchange } from '../exchange/exchange.ts';
import { refuseUnsent } from '../proof.ts';
import { numbersAfter } from '../shares.ts';
import { TransferWords } from '../words.ts';
import { ADA, BOB, forge, log, lostNumber, Side, words } from './side.ts';

describeDatabases('rows that an engine did not write', (kind) => {
  let spot: Side;
  let futures: Side;
  let options: Side;
  const sides = () => [spot, futures, options];
  const others = (side: Side) => () => sides().filter((each) => each !== side);

  beforeEach(async () => {
    spot = new Side(await openTestDatabase(kind), 'spot');
    futures = new Side(await openTestDatabase(kind), 'futures');
    options = new Side(await openTestDatabase(kind), 'options');
    await spot.begin(others(spot));
    await seed(spot.sequencer);
    for (const side of [futures, options]) await side.begin(others(side));
    for (const owner of [ADA, BOB]) await spot.run({ kind: 'open_account', owner });
    await spot.run({
      kind: 'post_entry',
      reason: 'faucet',
      reference: 'ada',
      currencyId: USDT.currencyId,
      amount: amountMinor(1_000n),
      source: { house: 'external' },
      target: { owner: ADA, account: 'coin' },
    });
    for (const side of [futures, options]) await side.mirror?.look();
  });

  afterEach(async () => {
    for (const side of sides()) {
      await side.end();
      await side.tables.remove();
    }
  });

  /** Somebody changes its tables while its engine is down; then all that is on its way is looked at, twice. */
  async function behind(side: Side, ...statements: readonly string[]): Promise<void> {
    await side.end();
    await side.books.transaction(async (sql) => {
      for (const table of ['sent_transfers', 'received_transfers'])
        await sql.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
      for (const statement of statements) await sql.query(statement);
      for (const table of ['sent_transfers', 'received_transfers'])
        await sql.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
    });
    await side.begin(others(side));
    for (const each of sides()) await each.carrier.look();
    await side.carrier.look();
  }

  const found = async (side: Side) =>
    (await quickCheck(side.books, EXCHANGE_TABLES)).map(({ check }) => check);
  const insertSent = (columns: string) =>
    `INSERT INTO sent_transfers (transfer_id, reference, owner_id, source, target, currency_id,
       amount_minor, status, time_ms) ${columns}`;

  it('one that no entry is of is not carried, and stops its engine', async () => {
    const id = numbersAfter('futures') + 1;
    await futures.end();
    await futures.books.query(`UPDATE leader SET last_entry_id = ${id + 10}`);
    await futures.begin(others(futures));
    await behind(
      futures,
      insertSent(`VALUES (${id}, '${id}', ${BOB}, 'contract', 'coin', 3, 700, 'sent', 1)`),
    );
    expect(await spot.total(BOB)).toBe(0n);
    expect(await found(futures)).toContain('sent without an entry');
  });

  it.each([
    ['amount', 'amount_minor = 900'],
    ['owner', `owner_id = ${BOB}`],
    ['currency', 'currency_id = 1'],
    ['time', 'time_ms = time_ms + 1'],
  ])('one whose %s is another than that of its entry is not carried', async (_what, set) => {
    futures.isAway = true;
    await spot.transfer(300n, 'contract');
    futures.isAway = false;
    await behind(spot, `UPDATE sent_transfers SET ${set}`);
    expect([await futures.total(ADA), await futures.total(BOB)]).toEqual([0n, 0n]);
    expect(await found(spot)).toContain('sent without an entry');
  });

  it('one that is as its entry is carried after a restart', async () => {
    futures.isAway = true;
    await spot.transfer(300n, 'contract');
    futures.isAway = false;
    await behind(spot);
    expect(await futures.total()).toBe(300n);
    expect(await found(spot)).toEqual([]);
  });

  it('a message of another process is taken only where its sender’s tables have it', async () => {
    futures.isAway = true;
    await spot.transfer(300n, 'contract');
    const [row] = await spot.books.query<{ transfer_id: bigint }>(
      'SELECT transfer_id FROM sent_transfers',
    );
    const transferId = Number(row?.transfer_id);
    const message: ReceiveTransfer = {
      kind: 'receive_transfer',
      transferId,
      reference: String(transferId),
      owner: ADA,
      source: 'coin',
      target: 'contract',
      currencyId: USDT.currencyId,
      amount: amountMinor(300n),
    };
    const asked = (command: Command, books: Side['books'] | undefined = spot.books) =>
      refuseUnsent(command, () => books);
    await expect(asked(message)).resolves.toBeUndefined();
    for (const forged of [
      { ...message, amount: amountMinor(301n) },
      { ...message, owner: BOB },
      { ...message, transferId: transferId + 1 },
    ])
      await expect(asked(forged)).rejects.toThrow('unavailable');
    // Its database went back, and knows nothing of it.
    await expect(asked(message, options.books)).rejects.toThrow('unavailable');
    await expect(refuseUnsent(message, () => undefined)).rejects.toThrow('unavailable');
  });

  it('one that came back does not come back again', async () => {
    // Nobody has this currency elsewhere.
    const currency = { ...USDT, currencyId: 9, name: 'NEW' };
    await spot.run({ kind: 'configure_currency', currency });
    await spot.run({
      kind: 'post_entry',
      reason: 'faucet',
      reference: 'new',
      currencyId: 9,
      amount: amountMinor(50n),
      source: { house: 'external' },
      target: { owner: ADA, account: 'coin' },
    });
    const facts = { owner: ADA, source: 'coin', target: 'contract', currencyId: 9 } as const;
    await spot.run({ kind: 'transfer', ...facts, amount: amountMinor(50n) });
    await behind(
      spot,
      `UPDATE sent_transfers SET status = 'sent', reject = NULL, ended_at_ms = NULL, word = NULL`,
    );
    const rows = await spot.books.query('SELECT status FROM sent_transfers');
    expect(rows).toEqual([{ status: 'sent' }]);
    expect(await found(spot)).toContain('sent without an entry');
  });

  it('one that was credited is not credited to another account as well', async () => {
    spot.answersLost = 1;
    await spot.transfer(300n, 'contract');
    expect(await futures.total()).toBe(300n);
    await behind(spot, `UPDATE sent_transfers SET target = 'option'`);
    expect(await options.total()).toBe(0n);
  });

  it('what waits for a database that is away goes on once it is there', async () => {
    futures.isAway = true;
    await spot.transfer(300n, 'contract');
    futures.isAway = false;
    await spot.end();
    await spot.begin(others(spot));
    const { tables } = options;
    const away = { query: () => Promise.reject(new Error('it is away')) };
    options.tables = { ...tables, database: away as never };
    await spot.carrier.look();
    expect(await futures.total()).toBe(0n);
    options.tables = tables;
    await spot.carrier.look();
    expect(await futures.total()).toBe(300n);
  });

  it('a refusal that no engine said brings nothing back, and a credit that none made ends nothing', async () => {
    for (const [status, reject, paid] of [
      ['refused', `'account_not_found'`, true],
      ['credited', 'NULL', false],
    ] as const) {
      if (paid) spot.answersLost = 1;
      else futures.isAway = true;
      await spot.transfer(300n, 'contract');
      futures.isAway = false;
      const [sent] = await spot.books.query<{ id: bigint }>(
        `SELECT max(transfer_id) AS id FROM sent_transfers`,
      );
      const row = `(${sent?.id}, ${ADA}, 'coin', 'contract', 3, 300, '${status}', ${reject}, 1)`;
      await behind(
        futures,
        `DELETE FROM received_transfers WHERE transfer_id = ${sent?.id}`,
        `INSERT INTO received_transfers (transfer_id, owner_id, source, target, currency_id,
           amount_minor, status, reject, time_ms) VALUES ${row}`,
      );
    }
    const rows = await spot.books.query('SELECT status FROM sent_transfers ORDER BY transfer_id');
    expect(rows).toEqual([{ status: 'sent' }, { status: 'sent' }]);
    expect(await spot.total()).toBe(400n);
    expect(await futures.total()).toBe(300n);
  });

  const exchange = () =>
    new Exchange({
      sides: sides().map(({ name, books, sequencer, arrivals }) => ({
        name,
        books,
        own: { run: (command) => sequencer.run(command), arrivals },
      })),
      audit: { add: async () => undefined },
      log,
      words,
    });

  /** In whose books a comparison finds something. */
  const blamed = async () => {
    const found: string[] = [];
    for (const { name } of sides()) {
      const whole = await exchange().all(name);
      expect(await exchange().newest(name)).toEqual(whole);
      if (whole.length > 0) found.push(name);
    }
    return found;
  };

  it('a row that its own engine has no entry of stops that engine alone', async () => {
    const sentBy = (side: Side) => numbersAfter(side.name) + 1;
    const received = (columns: string) =>
      `INSERT INTO received_transfers (transfer_id, owner_id, source, target, currency_id, amount_minor,
         status, time_ms) VALUES ${columns}`;
    await futures.books.query(
      received(`(${sentBy(options)}, ${ADA}, 'option', 'contract', 3, 5, 'credited', 1)`),
    );
    expect(await blamed()).toEqual(['futures']);
    await options.books.query(
      `INSERT INTO sent_transfers (transfer_id, reference, owner_id, source, target, currency_id,
         amount_minor, status, time_ms, ended_at_ms)
       VALUES (${sentBy(options) + 1}, '9', ${ADA}, 'option', 'coin', 3, 5, 'done', 1, 1)`,
    );
    expect(await blamed()).toEqual(['futures', 'options']);
  });

  it.each([
    ['both stop, and no engine that it does not concern', false, ['futures', 'options']],
    ['who sent it and heard of its end goes on', true, ['options']],
  ])('where both journals bear out what was said, %s', async (_what, isHeard, stopped) => {
    await futures.run({ kind: 'open_account', owner: ADA });
    await spot.transfer(300n, 'contract');
    if (!isHeard) futures.answersLost = 1;
    await futures.transfer(100n, 'option');
    expect(await blamed()).toEqual([]);
    // An entry of another amount, with its row.
    await behind(
      options,
      'ALTER TABLE posting_rows DISABLE TRIGGER USER',
      'UPDATE received_transfers SET amount_minor = 101',
      `UPDATE posting_rows SET amount_minor = 101 WHERE amount_minor = 100`,
      'ALTER TABLE posting_rows ENABLE TRIGGER USER',
    );
    expect(await blamed()).toEqual(stopped);
  });

  const DONE = `status = 'done', ended_at_ms = time_ms`;

  it.each([
    ['without a word', DONE],
    [
      'with the word of another',
      `${DONE}, word = (SELECT word FROM sent_transfers WHERE status = 'done')`,
    ],
  ])(
    'who writes that one’s own transfer arrived that never did, %s, stops that engine alone',
    async (_what, set) => {
      await spot.transfer(100n, 'contract');
      futures.isAway = true;
      await spot.transfer(300n, 'contract');
      futures.isAway = false;
      await behind(spot, `UPDATE sent_transfers SET ${set} WHERE status = 'sent'`);
      expect(await futures.total()).toBe(100n);
      expect(await blamed()).toEqual(['spot']);
    },
  );

  it('an engine that has neither row nor entry of what its sender heard it credit stops alone', async () => {
    await spot.transfer(300n, 'contract');
    await behind(
      futures,
      'ALTER TABLE journal_entries DISABLE TRIGGER USER',
      'DELETE FROM received_transfers',
      `DELETE FROM journal_entries WHERE reason = 'transfer'`,
      'ALTER TABLE journal_entries ENABLE TRIGGER USER',
    );
    expect(await blamed()).toEqual(['futures']);
  });

  it('a word under a secret of before counts', () => {
    const [old, now] = [
      'the secret of before, 32 letters or',
      'the secret of today, 32 letters or m',
    ];
    const facts = {
      transferId: 7,
      owner: ADA,
      source: 'coin',
      target: 'contract',
      currencyId: 3,
      amount: amountMinor(5n),
      reference: '7',
    } as const;
    const word = new TransferWords(new Secrets(old)).of(facts, 'credited');
    const row = { ...facts, status: 'done', word } as const;
    expect(new TransferWords(new Secrets(now, [old])).isHeard(row)).toBe(true);
    expect(new TransferWords(new Secrets(now)).isHeard(row)).toBe(false);
    expect(new TransferWords(new Secrets(old)).isHeard({ ...row, status: 'back' })).toBe(false);
  });

  /** Declares a loss of commits that somebody saw, and has what it took written again. */
  async function loses(side: Side, forger: Side, forge: () => Promise<unknown>): Promise<void> {
    const { seen } = side.sequencer.committed;
    await side.end();
    await side.begin(others(side), [{ ...seen, sequence: seen.sequence + 5 }]);
    await forge();
    await exchange().settle(side.clock.nowMs);
    expect(await blamed()).toEqual([forger.name]);
  }

  it('what a loss might have taken is credited by no row that money never left for', async () => {
    const { nowMs } = spot.clock;
    await loses(futures, spot, () =>
      spot.books.query(`INSERT INTO sent_transfers (transfer_id, reference, owner_id, source, target,
          currency_id, amount_minor, status, time_ms, ended_at_ms)
        VALUES (1, '1', ${BOB}, 'coin', 'contract', 3, 700, 'done', ${nowMs}, ${nowMs})`),
    );
    expect(await futures.total(BOB)).toBe(0n);
  });

  it('what a loss might have taken is taken of nobody for a credit that was none', async () => {
    await loses(spot, futures, async () =>
      forge(futures, await lostNumber(spot), { amount: 700n, timeMs: spot.clock.nowMs }),
    );
    expect(await spot.total()).toBe(1_000n);
  });
});
