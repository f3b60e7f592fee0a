/** What the owner of one product's database can have the reports say: of that product what they like, of any other nothing. */
import { ledgerAccountId, type UserAccount } from '@fairlead/engine';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { EngineName } from '../../../core/config/engines.ts';
import { POSTGRES_BINARIES } from '../../../core/processes/test/cluster/clusters.ts';
import { numbersAfter } from '../../shares.ts';
import { PATIENCE, Reported } from './reported.ts';

const USDT = 3;
const ADA = 1_000_001;
const HASH = 'a'.repeat(64);

describe.skipIf(POSTGRES_BINARIES === undefined)('the owner of the database of futures', () => {
  let reported: Reported;

  beforeAll(async () => {
    reported = await Reported.create();
    await reported.batch('spot', balance('coin', 5), entry(numbersAfter('spot') + 1));
    await reported.batch('futures', balance('contract', 7), entry(numbersAfter('futures') + 1));
    await reported.setUp();
  });
  afterAll(() => reported?.remove());

  const balance = (account: UserAccount, total: number): string =>
    `INSERT INTO balances VALUES (${ledgerAccountId(ADA, account, USDT)}, ${ADA}, '${account}', ${USDT}, ${total}, 0)`;
  const entry = (id: number): string =>
    `INSERT INTO journal_entries (entry_id, sequence, reason, reference, time_ms)
     VALUES (${id}, ${id}, 'capital', 'entry ${id}', 1)`;
  const posting = (id: number, account: UserAccount): string =>
    `INSERT INTO posting_rows VALUES (${id}, 0, ${ledgerAccountId(ADA, account, USDT)}, ${ADA}, '${account}', ${USDT}, 5, 5,
       ${Date.UTC(2027, 0, 15)})`;
  const received = (id: number, target: UserAccount): string =>
    `INSERT INTO received_transfers (transfer_id, owner_id, source, target, currency_id, amount_minor, status, time_ms)
     VALUES (${id}, ${ADA}, 'option', '${target}', ${USDT}, 5, 'credited', 1)`;
  const apart = (engine: EngineName, owner: number): string => {
    const account =
      owner === 0 ? ledgerAccountId(0, 'fees', USDT) : ledgerAccountId(owner, 'coin', USDT);
    return `INSERT INTO reports.balances (account_id, owner_id, account, currency_id, total_minor, frozen_minor, engine)
      VALUES (${account}, ${owner}, '${owner === 0 ? 'fees' : 'coin'}', ${USDT}, 1, 0, '${engine}')`;
  };
  const own = numbersAfter('futures') + 9;
  const home = numbersAfter('spot') + 9;

  /** As the worker does it that applies what an engine's log says. */
  const applied = (engine: EngineName, statement: string): Promise<unknown> => {
    const undone = new Error('undone');
    return reported.reports
      .transaction(async (transaction) => {
        await transaction.query(`SELECT set_config('fairlead.engine', '${engine}', true)`);
        await transaction.query('SET LOCAL session_replication_role = replica');
        await transaction.query(statement);
        throw undone;
      })
      .catch((error: unknown) => (error === undone ? 'taken' : error));
  };

  test.each([
    ['an entry under a number of its own', entry(own)],
    ['a posting of an account that it keeps', posting(own, 'contract')],
    [
      'a balance of such an account',
      `UPDATE balances SET total_minor = 8 WHERE account = 'contract'`,
    ],
    ['a transfer that came to it', received(home, 'contract')],
    ['a head of its receipts', head(own)],
    ['a sum of its house', apart('futures', 0)],
    ['how far it is', `UPDATE reports.marks SET last_sequence = 9 WHERE engine = 'futures'`],
  ])('has told: %s', async (_what, statement) => {
    expect(await applied('futures', statement)).toBe('taken');
  });

  test.each([
    ['an entry under a number of the home', entry(home)],
    ['a posting under one', posting(home, 'contract')],
    ['a posting of an account that another keeps', posting(own, 'coin')],
    ['a balance of such an account', balance('option', 5)],
    ['another balance of one', `UPDATE balances SET total_minor = 9 WHERE account = 'coin'`],
    [
      'one of its own accounts as if it were that',
      `UPDATE balances SET account = 'coin' WHERE account = 'contract'`,
    ],
    ['that there is none', `DELETE FROM balances WHERE account = 'coin'`],
    [
      "the home's entry as one of its own",
      `UPDATE journal_entries SET entry_id = ${own} WHERE entry_id = 1`,
    ],
    ['a transfer that came to another', received(own, 'trust')],
    ["a head of the home's receipts", head(home)],
    ['an option order', `INSERT INTO option_currencies DEFAULT VALUES`],
    ['somebody', `INSERT INTO users DEFAULT VALUES`],
    ['a balance of a user beside the table', apart('futures', ADA)],
    ['a sum of the house of another', apart('options', 0)],
    ['how far another is', `UPDATE reports.marks SET last_sequence = 9 WHERE engine = 'wealth'`],
    ['that there is nothing', 'TRUNCATE balances CASCADE'],
  ])('cannot have told: %s', async (_what, statement) => {
    expect(await applied('futures', statement)).toMatchObject({
      message: expect.stringMatching(/^the futures engine has no such row of /),
    });
  });

  test('writes what is of the home into its log, and the reports are unavailable instead of wrong', async () => {
    const futures = reported.of('futures');
    await futures.query('ALTER PUBLICATION fairlead_reports SET TABLE balances');
    await reported.batch('futures', balance('coin', 1_000_000));
    const errors = async () =>
      (await reported.reads().look()).find(({ name }) => name === 'futures')?.errors;
    await vi.waitFor(async () => expect(await errors()).toBeGreaterThan(0), PATIENCE);
    const rows = await reported.reports.query(
      `SELECT total_minor FROM balances WHERE owner_id = ${ADA} AND account = 'coin'`,
    );
    expect(rows).toEqual([{ total_minor: 5n }]);
    await expect(reported.reads(200).query('SELECT 1')).rejects.toMatchObject({
      code: 'unavailable',
    });
  });
});

function head(id: number): string {
  return `INSERT INTO head_publications (target, receipt_id, hash, time_ms, is_complete)
     VALUES ('a target', ${id}, '${HASH}', 1, true)`;
}
