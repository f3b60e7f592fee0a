/**
 * Deposits and withdrawals through the sequencer: many at once, repeated under one key, and after a restart,
 * when only the tables remember what was done.
 */

import type { Command, DepositRow, Result, Value } from '@fairlead/engine';
import { Engine } from '@fairlead/engine';
import { LONE, RandomCustody, USDT } from '@fairlead/testkit';
import { amountMinor } from '@fairlead/units';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  describeDatabases,
  openTestDatabase,
  type TestDatabase,
} from '../../../test/support/test-database.ts';
import {
  FakeClock,
  hashes,
  MAKER,
  render,
  seed,
  start,
} from '../../../test/support/test-sequencer.ts';
import { Reconciler } from '../../core/checks/reconciler.ts';
import { fingerprint } from '../../core/sequencer/fingerprint.ts';
import type { Sequencer } from '../../core/sequencer/sequencer.ts';
import type { Answer } from '../../core/sequencer/submission.ts';
import { EXCHANGE_TABLES } from '../../tables.ts';
import { DEPOSIT_COLUMNS, type DepositRecord, toDeposit } from '../record.ts';

const ROUTE = 'wallet/post_tx';
const START_MS = new FakeClock().nowMs;

describeDatabases('custody through the sequencer', (kind) => {
  let test: TestDatabase;
  let sequencer: Sequencer;
  const clock = new FakeClock();
  beforeEach(async () => {
    test = await openTestDatabase(kind);
    sequencer = await start(test.database, { clock });
    await seed(sequencer, clock);
  });
  afterEach(async () => {
    await sequencer.stop();
    await test.remove();
  });

  const restart = async (): Promise<void> => {
    await sequencer.stop();
    sequencer = await start(test.database, { clock });
  };
  const codeOf = (result: Result): string => (result.ok ? 'ok' : result.reject);
  const run = async (command: Command): Promise<string> => codeOf(await sequencer.run(command));
  const deposit = async (depositId: number): Promise<DepositRow> => {
    const sql = `SELECT ${DEPOSIT_COLUMNS} FROM deposits WHERE deposit_id = $1`;
    const [row] = await test.database.query<DepositRecord>(sql, [depositId]);
    if (row === undefined) throw new Error('no such deposit');
    return toDeposit(row);
  };
  const total = async (account: string): Promise<bigint | undefined> => {
    const [row] = await test.database.query<{ total_minor: bigint }>(
      'SELECT total_minor FROM balances WHERE account = $1 AND owner_id IN (0, $2) AND currency_id = 3',
      [account, MAKER],
    );
    return row?.total_minor;
  };
  const expectSound = async (): Promise<void> => {
    const { running, reloaded } = await hashes(sequencer, test.database);
    expect(reloaded).toBe(running);
    const reconciler = new Reconciler({
      tables: EXCHANGE_TABLES,
      database: test.database,
      sequencer,
      createEngine: (snapshot) => new Engine(snapshot),
      clock,
    });
    for (const { drifts } of [
      await reconciler.checkQuick(),
      await reconciler.checkAll(),
      await reconciler.checkEngine(),
    ]) {
      expect(drifts).toEqual([]);
    }
  };

  const request = (dailyCountMax = 1_000): Command => ({
    kind: 'request_withdrawal',
    owner: MAKER,
    currencyId: USDT.currencyId,
    amount: amountMinor(600_000_000000n),
    fee: amountMinor(1_000000n),
    minimum: amountMinor(1n),
    destination: { kind: 'crypto', addressId: 1, chain: 'TRC20', address: 'T1' },
    approvalsNeeded: 1,
    valueMinor: amountMinor(1n),
    dailyValueMax: amountMinor(1_000_000n),
    dailyCountMax,
  });
  const submit = (key: string): Promise<Answer> =>
    sequencer.submit({
      command: request(),
      idempotency: { owner: MAKER, key, route: ROUTE, fingerprint: fingerprint(ROUTE, {}) },
      render,
    });
  const seen: Command = {
    kind: 'open_deposit',
    owner: MAKER,
    depositKind: 'chain',
    currencyId: USDT.currencyId,
    chain: 'ERC20',
    txId: '0xaa',
    outputIndex: 4,
    amount: amountMinor(5n),
    openMax: 0,
  };
  const openedId = async (command: Command): Promise<number> => {
    const result = await sequencer.run(command);
    if (!result.ok || result.value.kind !== 'deposit') throw new Error(codeOf(result));
    return result.value.deposit.depositId;
  };

  it('W1: 50 at once of more than half of the balance are one', async () => {
    const codes = await Promise.all(Array.from({ length: 50 }, () => run(request())));
    expect(codes.filter((code) => code === 'ok')).toHaveLength(1);
    expect(codes.filter((code) => code === 'insufficient_balance')).toHaveLength(49);
    await expectSound();
  });

  it('W2: one key sent 50 times, and after a restart, is one withdrawal with one answer', async () => {
    const first = await submit('once');
    const refused = Array.from({ length: 50 }, () => submit('once'));
    for (const answer of await Promise.all(refused)) expect(answer.body).toBe(first.body);
    await restart();
    expect((await submit('once')).body).toBe(first.body);
    const [row] = await test.database.query<{ count: bigint }>('SELECT count(*) FROM withdrawals');
    expect(row?.count).toBe(1n);
  });

  it('W9: the limit of a day holds for 50 at once and over a restart', async () => {
    const small = { ...request(2), amount: amountMinor(2_000000n) } as Command;
    const codes = await Promise.all(Array.from({ length: 50 }, () => run(small)));
    expect(codes.filter((code) => code === 'ok')).toHaveLength(2);
    await restart();
    expect(await run(small)).toBe('daily_limit');
    await expectSound();
  });

  it('a withdrawal is passed, signed and sent over restarts; each step is in the tables', async () => {
    const result = await sequencer.run(request());
    if (!result.ok || result.value.kind !== 'withdrawal') throw new Error(codeOf(result));
    const { withdrawalId } = result.value.withdrawal;
    await restart();
    const decision = { operatorId: 1, intentHash: 'h', decision: 'passed', lone: LONE } as const;
    const decide: Command = { kind: 'decide_withdrawal', withdrawalId, ...decision };
    expect(await Promise.all([run(decide), run(decide)])).toEqual(['ok', 'already_decided']);
    expect(await total('withdrawals_in_transit')).toBe(599_999_000000n);
    await restart();
    const mark = (to: 'signed' | 'unknown' | 'sent', txId?: string): Promise<string> =>
      run({ kind: 'mark_withdrawal', withdrawalId, to, ...(txId === undefined ? {} : { txId }) });
    expect(await mark('signed', 'tx1')).toBe('ok');
    await restart();
    expect(await mark('signed', 'tx2')).toBe('not_sendable');
    expect(await mark('unknown')).toBe('ok');
    await restart();
    expect(await mark('sent', 'tx1')).toBe('ok');
    expect(await total('withdrawals_in_transit')).toBe(0n);
    expect(await total('fees')).toBe(1_000000n);
    await expectSound();
  });

  it('D1: 50 scanners open and credit one output once, before and after a restart', async () => {
    const scanners = Array.from({ length: 50 }, () => sequencer.run(seen));
    const results = await Promise.all(scanners);
    const opened = results.filter(({ ok }) => ok);
    expect(opened).toHaveLength(1);
    expect(new Set(results.map(codeOf))).toEqual(new Set(['ok', 'duplicate_reference']));
    const [first] = opened;
    if (!first?.ok || first.value.kind !== 'deposit') throw new Error('no deposit');
    const { depositId } = first.value.deposit;
    await restart();
    expect(await run(seen)).toBe('duplicate_reference');
    const credit: Command = {
      kind: 'credit_deposit',
      depositId,
      minimum: amountMinor(1n),
      reference: 'ERC20:0xaa:4',
    };
    const codes = await Promise.all(Array.from({ length: 50 }, () => run(credit)));
    expect(codes.filter((code) => code === 'ok')).toHaveLength(1);
    await restart();
    expect(await run(credit)).toBe('duplicate_reference');
    expect(await run(seen)).toBe('duplicate_reference');
    expect(await total('coin')).toBe(1_000_000_000005n);
    await expectSound();
  });

  it('D10: a deposit is reversed once, by its row in the table, and may come again', async () => {
    const depositId = await openedId(seen);
    const minimum = amountMinor(1n);
    const credit = { kind: 'credit_deposit', minimum, reference: 'ERC20:0xaa:4' } as const;
    expect(await run({ ...credit, depositId })).toBe('ok');
    const reverse: Command = { kind: 'reverse_deposit', deposit: await deposit(depositId) };
    expect(await Promise.all([run(reverse), run(reverse)])).toEqual(['ok', 'already_decided']);
    await restart();
    expect(await run(reverse)).toBe('already_decided');
    expect(await total('coin')).toBe(1_000_000_000000n);
    const again = await openedId(seen);
    expect(await run({ ...credit, depositId: again })).toBe('duplicate_reference');
    const reference = `ERC20:0xaa:4:${again}`;
    expect(await run({ ...credit, depositId: again, reference })).toBe('ok');
    await expectSound();
  });

  it('D19: a bank reference is used once, for ever, and a rejection needs none', async () => {
    const claim = { ...seen, depositKind: 'bank', openMax: 5 } as Command;
    const [first, second] = [await openedId(claim), await openedId(claim)];
    const decide = (depositId: number, operatorId: number, decision: 'passed' | 'rejected') =>
      run({
        kind: 'decide_deposit',
        depositId,
        operatorId,
        decision,
        reference: 'bank 1',
        approvalsNeeded: 2,
      });
    expect(await decide(first, 1, 'passed')).toBe('ok');
    await restart();
    expect(await decide(first, 1, 'passed')).toBe('same_operator');
    expect(await decide(first, 2, 'passed')).toBe('ok');
    expect(await decide(second, 1, 'passed')).toBe('duplicate_reference');
    await restart();
    expect(await decide(second, 1, 'passed')).toBe('duplicate_reference');
    expect(await decide(second, 1, 'rejected')).toBe('ok');
    expect(await total('coin')).toBe(1_000_000_000005n);
    await expectSound();
  });

  it('drawn commands leave tables that are the whole state', async () => {
    const rows = new Map<number, DepositRow>();
    sequencer.onCommitted(({ changes }) => {
      for (const row of changes.deposits) rows.set(row.depositId, row);
    });
    // The drawn commands count from 1; this sequencer has run others before.
    const ids = new Map<number, number>();
    const drawn = new RandomCustody(7, (place) => rows.get(ids.get(place) ?? 0));
    for (let place = 1; place <= 1_500; place += 3) {
      const commands = [drawn.next(), drawn.next(), drawn.next()];
      clock.nowMs = Math.max(clock.nowMs, START_MS + (commands[0]?.timeMs ?? 0));
      await Promise.all(
        commands.map(async ({ command }, at) => {
          const result = await sequencer.run(withIds(command, ids));
          const id = result.ok ? idOf(result.value) : undefined;
          if (id !== undefined) ids.set(place + at, id);
        }),
      );
    }
    await expectSound();
    const [counts] = await test.database.query(
      `SELECT (SELECT count(*) FROM withdrawals WHERE send_state = 'sent') > 0 AS sent,
         (SELECT count(*) FROM deposits WHERE status = 'passed') > 10 AS passed,
         (SELECT count(*) FROM deposits WHERE reason = 'orphaned') > 0 AS orphaned`,
    );
    expect(counts).toEqual({ sent: true, passed: true, orphaned: true });
  });
});

/** The command with what it names by place named by id. */
function withIds(command: Command, ids: ReadonlyMap<number, number>): Command {
  if ('withdrawalId' in command) {
    return { ...command, withdrawalId: ids.get(command.withdrawalId) ?? 0 };
  }
  return 'depositId' in command
    ? { ...command, depositId: ids.get(command.depositId) ?? 0 }
    : command;
}

function idOf(value: Value): number | undefined {
  if (value.kind === 'withdrawal') return value.withdrawal.withdrawalId;
  return value.kind === 'deposit' ? value.deposit.depositId : undefined;
}
