/**
 * What of an engine's log the reports take: rows of that engine alone. Whoever owns a product's database owns what it publishes too, so
 * the reports look for themselves, by who applies the row. A foreign one is refused, and nothing of that engine comes after it: what
 * reads across is `unavailable`, and operators see the failure.
 */
import { ENGINE_NAMES, type EngineName, NUMBERS_APART } from '../../core/config/engines.ts';
import type { Queryable } from '../../core/store/database.ts';
import { accountsOf, HOME } from '../shares.ts';
import { balancesOf, KEPT_APART, MARKS, SHARES } from './published.ts';
import { subscriptionOf } from './subscription-queries.ts';

/** Of these a row belongs to the engine that gave this number. */
const NUMBERED: Readonly<Record<string, string>> = {
  journal_entries: 'entry_id',
  posting_rows: 'entry_id',
  rebates: 'entry_id',
  transfers: 'transfer_id',
  sent_transfers: 'transfer_id',
  receipts: 'receipt_id',
  receipt_heads: 'receipt_id',
  head_publications: 'receipt_id',
};

/** Instead of an engine: of who applies no log. */
const NOBODY = 'nobody';

const text = (value: string): string => `'${value}'`;

/** Whose log is applied, as it is remembered for the life of the worker: none of it, or nothing yet, where it is not known. */
const APPLIED = "current_setting('fairlead.engine', true)";

/** Of each engine another condition. */
const byEngine = (condition: (name: EngineName) => string): string =>
  `CASE ${APPLIED} ${ENGINE_NAMES.map((name) => `WHEN ${text(name)} THEN ${condition(name)}`).join(' ')} ELSE false END`;

/** Of the accounts of users each engine keeps one kind. */
const OWN_ACCOUNT = `ROW.account = ${byEngine((name) => text(accountsOf(name)[0])).replace('ELSE false', '')}`;

const isGivenBy = (column: string): string =>
  `${APPLIED} = (ARRAY[${ENGINE_NAMES.map(text).join(', ')}])[1 + (${column} - 1) / ${NUMBERS_APART}]`;

/** SQL that is true of a row which its engine may have, with ROW for the row. */
function ownRow(table: string, from: readonly EngineName[]): string {
  if (table === 'balances')
    return byEngine((name) => {
      const account = `ROW.account = ${text(accountsOf(name)[0])}`;
      const own = `(${balancesOf(name).replaceAll('account_id', 'ROW.account_id')})`;
      return name === HOME
        ? `${own} AND (ROW.owner_id = 0 OR ${account})`
        : `${own} AND ${account}`;
    });
  if (table === 'received_transfers')
    return byEngine((name) => `ROW.target = ${text(accountsOf(name)[0])}`);
  const number = NUMBERED[table];
  const isGiven = number === undefined ? 'true' : isGivenBy(`ROW.${number}`);
  if (table === 'posting_rows') return `${isGiven} AND (ROW.owner_id = 0 OR ${OWN_ACCOUNT})`;
  if (number !== undefined) return isGiven;
  return `${APPLIED} IN (${from.map(text).join(', ')})`;
}

/** Of what is kept apart each row names its engine; a balance there is of the house. */
const ownApart = (table: string): string => {
  const isNamed = `ROW.engine = ${APPLIED} AND ROW.engine <> ${text(HOME)}`;
  return table === 'balances' ? `${isNamed} AND ROW.owner_id = 0` : isNamed;
};

/**
 * Runs where a row's condition is not true. The worker may not know yet whose log it applies, which holds for its life; who is no such
 * worker is asked nothing. The condition is given, as a trigger does not know why it runs.
 */
const REFUSE = `CREATE OR REPLACE FUNCTION reports.refuse_row() RETURNS trigger LANGUAGE plpgsql
  SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  name text := nullif(${APPLIED}, '');
  is_own boolean;
BEGIN
  IF name IS NULL THEN
    SELECT CASE subname ${ENGINE_NAMES.map((name) => `WHEN ${text(subscriptionOf(name))} THEN ${text(name)}`).join(' ')} END
      INTO name FROM pg_stat_subscription WHERE pid = pg_backend_pid();
    PERFORM set_config('fairlead.engine', coalesce(name, ${text(NOBODY)}), false);
  END IF;
  IF coalesce(name, ${text(NOBODY)}) <> ${text(NOBODY)} THEN
    IF TG_OP = 'TRUNCATE' THEN is_own := false;
    ELSIF TG_ARGV[0] = 'OLD' THEN EXECUTE 'SELECT ' || TG_ARGV[1] INTO is_own USING OLD;
    ELSE EXECUTE 'SELECT ' || TG_ARGV[1] INTO is_own USING NEW; END IF;
    IF is_own IS NOT TRUE THEN
      RAISE EXCEPTION 'the % engine has no such row of %', name, TG_TABLE_NAME;
    END IF;
  END IF;
  RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
END $$`;

/** Has every table refuse what an engine does not have. Repeating it changes nothing. */
export async function refuseForeignRows(reports: Queryable): Promise<void> {
  await reports.query(REFUSE);
  for (const [table, share] of SHARES)
    if (!('left' in share)) await guard(reports, `public.${table}`, ownRow(table, share.from));
  for (const { table } of KEPT_APART) await guard(reports, `reports.${table}`, ownApart(table));
  await guard(reports, `reports.${MARKS}`, `ROW.engine = ${APPLIED}`);
}

/** What it was before a change counts as what it is after: else a row of another would be taken from it. */
async function guard(reports: Queryable, table: string, own: string): Promise<void> {
  for (const [name, moment, row] of [
    ['own_row', 'INSERT OR UPDATE', 'NEW'],
    ['own_row_before', 'UPDATE OR DELETE', 'OLD'],
  ] as const) {
    const given = own.replaceAll('ROW.', '($1).').replaceAll("'", "''");
    // A condition of its own costs a row a few microseconds, a call of a function ten times that.
    await reports.query(
      `CREATE OR REPLACE TRIGGER ${name} BEFORE ${moment} ON ${table} FOR EACH ROW
       WHEN ((${own.replaceAll('ROW.', `${row}.`)}) IS NOT TRUE) EXECUTE FUNCTION reports.refuse_row('${row}', '${given}')`,
    );
    await reports.query(`ALTER TABLE ${table} ENABLE REPLICA TRIGGER ${name}`);
  }
  // Publications publish no TRUNCATE, unless their owner has them do it.
  await reports.query(
    `CREATE OR REPLACE TRIGGER own_rows BEFORE TRUNCATE ON ${table} FOR EACH STATEMENT EXECUTE FUNCTION reports.refuse_row()`,
  );
  await reports.query(`ALTER TABLE ${table} ENABLE REPLICA TRIGGER own_rows`);
}
