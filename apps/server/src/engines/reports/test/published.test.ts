/** Every table of the schema is decided, and no secret goes to the reports. */

import { ledgerAccountId } from '@fairlead/engine';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../../../test/support/test-database.ts';
import { ENGINE_NAMES } from '../../../core/config/engines.ts';
import { SECRET_TABLES } from '../../../core/store/postgres/roles.ts';
import { accountsOf } from '../../shares.ts';
import { columnsOf, tablesOf } from '../publication-queries.ts';
import { balancesOf, KEPT_APART, publicationsOf, SHARES } from '../published.ts';

/** Hashes and proofs, which are shown to everybody. */
const PUBLIC_BYTES = ['audit_log.hash', 'audit_log.previous_hash', 'head_publications.proof'];
/** Of people and operators: without what lets anybody in, or shows their papers. */
const PARTLY = ['operators', 'users', 'verifications'];

describe('what is published', () => {
  let opened: TestDatabase;
  beforeAll(async () => {
    opened = await openTestDatabase('pglite');
  });
  afterAll(() => opened.remove());

  const published = () =>
    ENGINE_NAMES.flatMap((name) => {
      const { kept, added } = publicationsOf(name);
      return [
        ...kept.map((each) => ({ ...each, name, isAdded: false })),
        ...added.map((each) => ({ ...each, name, isAdded: true })),
      ];
    });

  it('of every table of the schema it is said who publishes it, or why nobody does', async () => {
    const tables = await tablesOf(opened.database);
    expect([...SHARES.keys()].toSorted()).toEqual(tables.filter((name) => name !== 'sync_test'));
  });

  it('nothing secret goes there', async () => {
    const secret = published().filter(({ table }) => SECRET_TABLES.has(table));
    expect(secret.map(({ table }) => table).toSorted()).toEqual(PARTLY);
    for (const { without } of secret) expect(without.length).toBeGreaterThan(0);
    const rows = await opened.database.query<{ name: string; is_secret: boolean }>(
      `SELECT attrelid::regclass || '.' || attname AS name,
         atttypid = 'bytea'::regtype OR attname ~ 'hash$|secret|sealed|password|otp|digest$|wrapped' AS is_secret
       FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
       WHERE relnamespace = 'public'::regnamespace AND attnum > 0`,
    );
    const suspects = new Set(rows.filter((row) => row.is_secret).map(({ name }) => name));
    const shown = new Set<string>();
    for (const { table, without } of published())
      for (const column of await columnsOf(opened.database, table))
        if (!without.includes(column) && suspects.has(`${table}.${column}`))
          shown.add(`${table}.${column}`);
    expect([...shown].toSorted()).toEqual(
      [
        ...PUBLIC_BYTES,
        // Hashes of what everybody may check, and digests of what an owner agreed to.
        ...['head_publications.hash', 'liability_snapshots.hash'],
        ...['liability_snapshots.previous_hash'],
        ...['liability_snapshots.receipts_hash', 'order_lists.agreed_digest'],
        ...['orders.agreed_digest', 'positions.agreed_digest', 'receipt_heads.hash'],
        ...['receipts.hash', 'receipts.previous_hash', 'trigger_orders.agreed_digest'],
      ].toSorted(),
    );
  });

  it('what changes has a key by which its rows are found there', async () => {
    const keys = new Map(
      (
        await opened.database.query<{ name: string; columns: string[] }>(
          `SELECT indrelid::regclass::text AS name, (SELECT json_agg(attname) FROM pg_attribute
             WHERE attrelid = indrelid AND attnum = ANY (indkey)) AS columns
           FROM pg_index WHERE indisprimary`,
        )
      ).map(({ name, columns }) => [name, columns]),
    );
    for (const { table, without, where, isAdded } of published()) {
      const key = keys.get(table) ?? [];
      if (isAdded) continue;
      expect(key.length, table).toBeGreaterThan(0);
      expect(without.filter((column) => key.includes(column))).toEqual([]);
      // A filter of rows that change may name nothing else.
      if (where !== undefined) expect(key).toEqual(['account_id']);
    }
    for (const { table, key } of KEPT_APART)
      expect((keys.get(table) ?? []).toSorted()).toEqual(key.toSorted());
  });

  it('each balance is published once: by who keeps the account, the house once for each engine', async () => {
    const accounts = ENGINE_NAMES.flatMap((name) => {
      const [account] = accountsOf(name);
      return [1, 7, 2 ** 33 - 1].map(
        (owner) => [name, ledgerAccountId(owner, account, 3)] as const,
      );
    });
    const house = (['fees', 'other_engines', 'external', 'subscription_supply'] as const).map(
      (account) => ['spot', ledgerAccountId(0, account, 2 ** 15 - 1)] as const,
    );
    for (const [keeper, id] of [...accounts, ...house]) {
      const found = [];
      for (const name of ENGINE_NAMES) {
        const rows = await opened.database.query(
          `SELECT FROM (SELECT $1::bigint AS account_id) AS balance WHERE ${balancesOf(name)}`,
          [id],
        );
        if (rows.length > 0) found.push(name);
      }
      expect(found).toEqual([keeper]);
    }
  });
});
