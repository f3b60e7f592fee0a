/** Transfers to accounts that another engine keeps: on their way, there, and back. Of this server's engine is `coin` alone. */
import type { PrivateData } from '@fairlead/contract';
import { ledgerAccountId, type Reject } from '@fairlead/engine';
import { USDT } from '@fairlead/testkit';
import { amountMinor, DAY_MS } from '@fairlead/units';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer, type TestUser } from '../../../test/support/fixture.ts';
import { describeDatabases } from '../../../test/support/test-database.ts';
import { toldRowsOf } from '../../core/steps/told-rows.ts';
import { textsOf } from '../../core/texts/texts.ts';

const MOVE = { from_account: 'coin', to_account: 'contract', currency_id: 3, amount: '10.5' };
const MINOR = 10_500000n;
/** Where the other engine's numbers begin. */
const OTHERS = 1_000_000_000_000;
/** Of this one's numbers, behind all that it gives here. */
const NEVER_SENT = OTHERS / 2;
const UTC = { time_zone: 'UTC' };

describeDatabases('a transfer to another engine', (kind) => {
  let server: TestServer;
  let user: TestUser;
  let others = OTHERS;
  beforeAll(async () => {
    server = await startTestServer({ kind, accounts: ['coin'] });
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    server.clock.nowMs += 60_000;
    await server.tick();
    user = await server.trader();
  });

  /** The other engine refused it. */
  const refuse = (transferId: number, refusal: Reject) =>
    server.run({ kind: 'end_transfer', transferId, refusal });

  /** What replication brings of the other engine once it has credited a transfer, before the first one is told. */
  async function arrive(transferId: number, { userId }: TestUser, amount = MINOR): Promise<void> {
    others += 1;
    const { nowMs } = server.clock;
    const { currencyId } = USDT;
    const accountId = ledgerAccountId(userId, 'contract', currencyId);
    // The house's account of the other engine is not this one's: nothing else uses its place here.
    const outside = ledgerAccountId(0, 'rounding', currencyId);
    const entry = [others, `${transferId}:in`, nowMs];
    await server.context.database.transaction(async (transaction) => {
      await transaction.query(
        `INSERT INTO journal_entries VALUES ($1, $1, 'transfer', $2, $3)`,
        entry,
      );
      for (const [id, owner, account, change] of [
        [outside, 0, 'other_engines', -amount],
        [accountId, userId, 'contract', amount],
      ] as const) {
        await transaction.query(
          `INSERT INTO balances VALUES ($1, $2, $3, $4, $5, 0)
           ON CONFLICT (account_id) DO UPDATE SET total_minor = balances.total_minor + $5`,
          [id, owner, account, currencyId, change],
        );
      }
      // In one statement: each leaves its entries balanced.
      await transaction.query(
        `INSERT INTO posting_rows (entry_id, ordinal, account_id, owner_id, account, currency_id,
           amount_minor, balance_minor, time_ms)
         VALUES ($1, 0, $2, 0, 'other_engines', $4, -$6::bigint, -$6::bigint, $7),
           ($1, 1, $3, $5, 'contract', $4, $6, $6, $7)`,
        [others, outside, accountId, currencyId, userId, amount, nowMs],
      );
      await transaction.query(
        `INSERT INTO received_transfers (transfer_id, owner_id, source, target, currency_id,
           amount_minor, status, time_ms)
         VALUES ($1, $2, 'coin', 'contract', $3, $4, 'credited', $5)`,
        [transferId, userId, currencyId, amount, nowMs],
      );
    });
  }

  const rows = async (of = user) => (await server.data('transfers', {}, of)).list;
  const wallet = (of = user) => server.data('wallet', {}, of);
  const usdt = async (account: string) => {
    const found = (await wallet()).accounts.find((each) => each.account === account);
    return found?.balances.find(({ currency_id }) => currency_id === 3)?.total;
  };
  const notes = async (of = user) =>
    (await server.data('records', { kind: 'transfer' }, of)).list.map(
      ({ account, amount, balance, note }) => [account, amount, balance, note],
    );
  const owed = async (of = user) => {
    await server.context.liabilities.take();
    const { paths } = await server.data('liabilityProof', {}, of);
    return paths.map(({ currency, amount }) => `${amount} ${currency}`);
  };

  test('is answered as on its way, listed so, and worth what it was', async () => {
    const key = `on-the-way-${user.userId}`;
    const first = await server.call('transfer', MOVE, { ...user, key });
    const { id, status } = first.message;
    expect(status).toBe('on_the_way');
    const left = server.clock.nowMs;
    expect(await rows()).toEqual([
      {
        id,
        from_account: 'coin',
        to_account: 'contract',
        currency_id: 3,
        amount: '10.500000',
        time: left,
        status: 'on_the_way',
      },
    ]);
    expect(await usdt('coin')).toBe('989.500000');
    expect(await wallet()).toMatchObject({
      total: '2000.000000',
      on_the_way: {
        total: '10.500000',
        currencies: [{ currency_id: 3, name: 'USDT', amount: '10.500000', converted: '10.500000' }],
      },
    });
    expect(await notes()).toEqual([['coin', '-10.500000', '989.500000', 'Transfer']]);
    // A repetition is told what it was told, and moves nothing.
    expect((await server.call('transfer', MOVE, { ...user, key })).text).toBe(first.text);
    expect((await rows()).length).toBe(1);
    expect(await rows(await server.trader())).toEqual([]);
  });

  test('is done once the other engine has it, before and after this one knows', async () => {
    const { id } = await server.data('transfer', MOVE, user);
    const left = server.clock.nowMs;
    server.clock.nowMs += 2_000;
    await arrive(id, user);
    const done = { id, status: 'done', time: left, ended_at: left + 2_000 };
    expect(await rows()).toMatchObject([done]);
    server.clock.nowMs += 1_000;
    await server.run({ kind: 'end_transfer', transferId: id });
    await server.tick();
    expect(await rows()).toMatchObject([done]);
    expect(await usdt('contract')).toBe('10.500000');
    const after = await wallet();
    expect(after.total).toBe('2000.000000');
    expect(after).not.toHaveProperty('on_the_way');
    expect(await notes()).toEqual([
      ['contract', '10.500000', '10.500000', `Transfer ${id} arrived`],
      ['coin', '-10.500000', '989.500000', 'Transfer'],
    ]);
  });

  test('counts once, whichever of the two engines is read first', async () => {
    const { id } = await server.data('transfer', MOVE, user);
    // Over here already, and what was credited is not read yet.
    await server.run({ kind: 'end_transfer', transferId: id });
    expect(await wallet()).toMatchObject({
      total: '2000.000000',
      on_the_way: { total: '10.500000' },
    });
    expect(await owed()).toEqual(['10.00000000 BTC', '1000.000000 USDT']);
    await arrive(id, user);
    expect((await wallet()).total).toBe('2000.000000');
    // Credited, and its sending is not read yet: here it never was.
    await arrive(NEVER_SENT + user.userId, user);
    const both = await wallet();
    expect(both.total).toBe('2000.000000');
    expect(both).not.toHaveProperty('on_the_way');
    expect(await owed()).toEqual(['10.00000000 BTC', '1000.000000 USDT']);
  });

  /** What the owner of one product's database writes into it by hand, of which there is no entry. */
  const forge = (
    id: number,
    {
      side,
      status,
      owner = user.userId,
      amount = MINOR,
    }: {
      side: 'sent' | 'received';
      status: string;
      owner?: number;
      amount?: bigint;
    },
  ) => {
    const { nowMs } = server.clock;
    return server.context.database.query(
      side === 'sent'
        ? `INSERT INTO sent_transfers (transfer_id, owner_id, source, target, currency_id, amount_minor,
             reference, time_ms, status, reject, ended_at_ms)
           VALUES ($1::bigint, $2, 'contract', 'coin', 3, $3, $1::text, $4, $5,
             CASE $5 WHEN 'back' THEN 'account_frozen' END, CASE WHEN $5 <> 'sent' THEN $4::bigint END)`
        : `INSERT INTO received_transfers (transfer_id, owner_id, source, target, currency_id, amount_minor,
             time_ms, status, reject)
           VALUES ($1::bigint, $2, 'coin', 'contract', 3, $3, $4, $5,
             CASE $5 WHEN 'refused' THEN 'account_frozen' END)`,
      [id, owner, amount, nowMs, status],
    );
  };

  test('counts nothing by a row that no entry bears out, in no wallet, value or proof', async () => {
    const before = [await wallet(), await owed()];
    await forge(OTHERS + 700_000 + user.userId, { side: 'sent', status: 'sent' });
    await forge(OTHERS + 800_000 + user.userId, { side: 'sent', status: 'done' });
    await forge(NEVER_SENT + 700_000 + user.userId, { side: 'received', status: 'credited' });
    expect([await wallet(), await owed()]).toEqual(before);
    expect((await rows()).filter(({ status }) => status === 'on_the_way')).toEqual([]);
    server.clock.nowMs += DAY_MS;
    await server.tick();
    await server.context.candles.save();
    const { days } = await server.data('portfolio', { days: 7, ...UTC }, user);
    for (const { closing_value } of days) expect(closing_value).toBe('2000.000000');
    const yesterday = { from: dateOf(-DAY_MS), to: dateOf(-DAY_MS), ...UTC };
    const { currencies } = await server.data('statement', yesterday, user);
    for (const currency of currencies) expect(currency).not.toHaveProperty('on_the_way');
  });

  test('goes on to count while a row alone says that it arrived, is another’s, or more', async () => {
    const { id } = await server.data('transfer', MOVE, user);
    const other = await server.trader();
    const before = [await wallet(), await owed()];
    await forge(id, { side: 'received', status: 'credited' });
    expect([await wallet(), await owed()]).toEqual(before);
    expect(await rows()).toMatchObject([{ id, status: 'on_the_way' }]);
    // An entry of an engine that has no such account.
    await server.context.database.query(
      `INSERT INTO journal_entries VALUES ($1, $1, 'transfer', $2, $3)`,
      [OTHERS * 3 + user.userId, `${id}:back`, server.clock.nowMs],
    );
    expect([await wallet(), await owed()]).toEqual(before);
    // The number of what left is somebody else's, or another amount's.
    await server.context.database.transaction(async (transaction) => {
      await transaction.query('ALTER TABLE sent_transfers DISABLE TRIGGER USER');
      await transaction.query('UPDATE sent_transfers SET owner_id = $2 WHERE transfer_id = $1', [
        id,
        other.userId,
      ]);
      await transaction.query('ALTER TABLE sent_transfers ENABLE TRIGGER USER');
    });
    expect(await wallet(other)).not.toHaveProperty('on_the_way');
    expect(await owed(other)).toEqual(['10.00000000 BTC', '1000.000000 USDT']);
  });

  test('that is refused comes back with its reason, its records and a message', async () => {
    const { id } = await server.data('transfer', MOVE, user);
    const told: [keyof PrivateData, unknown][] = [];
    const stop = server.sequencer.onCommitted(({ changes }) => {
      server.context.told(toldRowsOf(changes), (owner, name, make) => {
        if (owner === user.userId) told.push([name, make(textsOf('en'))]);
      });
    });
    const left = server.clock.nowMs;
    server.clock.nowMs += 5_000;
    await refuse(id, 'currency_not_found');
    stop();
    expect(told).toMatchObject([
      ['balance', { account: 'coin', currency_id: 3, total: '1000.000000' }],
      ['record', { account: 'coin', kind: 'transfer', note: `Transfer ${id} came back` }],
    ]);
    const reason = 'that account does not take this coin yet';
    expect(await rows()).toMatchObject([
      { id, status: 'returned', time: left, ended_at: left + 5_000, reason },
    ]);
    expect(await notes()).toEqual([
      ['coin', '10.500000', '1000.000000', `Transfer ${id} came back`],
      ['coin', '-10.500000', '989.500000', 'Transfer'],
    ]);
    await server.tick();
    const after = await wallet();
    expect(after.total).toBe('2000.000000');
    expect(after).not.toHaveProperty('on_the_way');
    await server.notices.settled();
    const { list } = await server.data('messages', {}, user);
    expect(list[0]).toMatchObject({
      kind: 'transfer_returned',
      title: 'Transfer came back',
      body: `10.5 USDT could not be taken into the contract account: ${reason}. The amount is back in the coin account.`,
      link: 'pages/assets/transfer/record',
    });
    const spanish = { ...user, headers: { 'language-mark': 'esp' } };
    const [row] = (await server.data('transfers', {}, spanish)).list;
    expect(row?.reason).toBe('esa cuenta todavía no admite esta moneda');
  });

  test('that came back while the server was away is told of at its start, once', async () => {
    const alone = await startTestServer({ kind, accounts: ['coin'] });
    try {
      const trader = await alone.trader();
      const { id } = await alone.data('transfer', MOVE, trader);
      await alone.notices.stop();
      await alone.run({ kind: 'end_transfer', transferId: id, refusal: 'account_frozen' });
      for (let start = 0; start < 2; start += 1) {
        await alone.restart();
        await alone.notices.settled();
        const { list } = await alone.data('messages', {}, trader);
        expect(list.filter(({ kind: told }) => told === 'transfer_returned')).toHaveLength(1);
        expect(list[0]?.body).toContain('that account did not take it');
      }
    } finally {
      await alone.stop();
    }
  });

  describe('over days', () => {
    test('is its owner’s in values and proofs, and neither gain nor loss', async () => {
      const { id } = await server.data('transfer', MOVE, user);
      const [before, today] = [dateOf(), dateOf(DAY_MS)];
      server.clock.nowMs += DAY_MS;
      await server.tick();
      await server.context.candles.save();
      const check = async () => {
        const { days, total } = await server.data('portfolio', { days: 7, ...UTC }, user);
        expect(days.map(({ closing_value }) => closing_value)).toEqual([
          '2000.000000',
          '2000.000000',
        ]);
        expect(total).toMatchObject({ pnl: '0.000000', deposits: '2000.000000' });
      };
      await check();
      expect(await owed()).toEqual(['10.00000000 BTC', '1000.000000 USDT']);
      const over = async (from: string, to = from) =>
        (await server.data('statement', { from, to, ...UTC }, user)).currencies.find(
          ({ name }) => name === 'USDT',
        );
      const transfers = { kind: 'transfer', label: 'Transfers between own accounts' };
      const first = {
        opening: '0.000000',
        closing: '989.500000',
        on_the_way: '10.500000',
        movements: [
          { kind: 'deposit', amount: '1000.000000', count: 1 },
          { ...transfers, amount: '-10.500000', count: 1 },
        ],
      };
      expect(await over(before)).toMatchObject(first);
      await arrive(id, user);
      await check();
      // What was on its way that evening still was.
      expect(await over(before)).toMatchObject(first);
      const second = await over(today);
      expect(second).toMatchObject({
        opening: '989.500000',
        closing: '1000.000000',
        movements: [{ ...transfers, amount: '10.500000', count: 1 }],
      });
      expect(second).not.toHaveProperty('on_the_way');
      expect(await owed()).toEqual(['10.00000000 BTC', '1000.000000 USDT']);
    });

    test('is nothing to be taxed, on its way, there and back', async () => {
      const report = async () => {
        const year = new Date(server.clock.nowMs).getUTCFullYear();
        const terms = { year, method: 'fifo', currency: 'USDT', ...UTC };
        const { as_of, ...rest } = await server.data('taxReport', terms, user);
        return JSON.stringify(rest);
      };
      const none = await report();
      const first = await server.data('transfer', MOVE, user);
      expect(await report()).toBe(none);
      await arrive(first.id, user);
      expect(await report()).toBe(none);
      await server.run({ kind: 'end_transfer', transferId: first.id });
      const second = await server.data('transfer', MOVE, user);
      await refuse(second.id, 'account_not_found');
      expect(await report()).toBe(none);
    });

    test('is written into files with where it stands, in parts', async () => {
      const first = await server.data('transfer', MOVE, user);
      server.clock.nowMs += 1_000;
      const second = await server.data('transfer', { ...MOVE, amount: '2' }, user);
      server.clock.nowMs += 1_000;
      const third = await server.data('transfer', { ...MOVE, amount: '3' }, user);
      await refuse(first.id, 'quantity_out_of_range');
      await arrive(second.id, user, 2_000000n);
      const period = { from: dateOf(), to: dateOf(), ...UTC };
      const file = async (what: string) =>
        (await server.data('exportOwn', { what, ...period }, user)).csv.trim().split('\r\n');
      const ended = new Date(server.clock.nowMs).toISOString().replace('Z', '+00:00');
      const [head, ...lines] = await file('transfers');
      expect(head).toBe('time,id,from_account,to_account,currency,amount,status,ended_time,reason');
      expect(lines.map((line) => line.slice(line.indexOf(',') + 1))).toEqual([
        `${first.id},coin,contract,USDT,10.500000,returned,${ended},it would hold more than one account may`,
        `${second.id},coin,contract,USDT,2.000000,done,${ended},`,
        `${third.id},coin,contract,USDT,3.000000,on_the_way,,`,
      ]);
      const postings = await file('postings');
      expect(
        postings.filter((line) => line.includes(`Transfer ${first.id} came back`)),
      ).toHaveLength(1);
      expect(
        postings.filter((line) => line.includes(`Transfer ${second.id} arrived`)),
      ).toHaveLength(1);
    });
  });

  const dateOf = (more = 0) => new Date(server.clock.nowMs + more).toISOString().slice(0, 10);

  test('of more than there is, or of one who is frozen, is refused as any other', async () => {
    const more = await server.call('transfer', { ...MOVE, amount: '1000.000001' }, user);
    expect(more).toMatchObject({ status: 400, error: 'insufficient_balance' });
    // An account that is not here cannot be sent from: whoever has it is asked.
    const away = { ...MOVE, from_account: 'contract', to_account: 'coin' };
    expect((await server.call('transfer', away, user)).type).not.toBe('ok');
    await server.run({ kind: 'set_owner_state', owner: user.userId, isFrozen: true });
    expect(await server.call('transfer', MOVE, user)).toMatchObject({ error: 'account_frozen' });
    expect(await rows()).toEqual([]);
  });

  test('what an engine owes an inviter is shown when it is there, and is no transfer', async () => {
    await server.run({
      kind: 'receive_transfer',
      transferId: OTHERS * 3 + user.userId,
      owner: user.userId,
      source: 'referral_rebates',
      target: 'coin',
      currencyId: USDT.currencyId,
      amount: amountMinor(MINOR),
      reference: `${user.userId}:3:20000`,
    });
    expect(await rows()).toEqual([]);
    await server.tick();
    expect((await wallet()).total).toBe('2010.500000');
    expect(await owed()).toEqual(['10.00000000 BTC', '1010.500000 USDT']);
  });
});
