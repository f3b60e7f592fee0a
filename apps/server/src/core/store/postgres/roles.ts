/**
 * What the roles of a PostgreSQL server may do (cases.md O6). The owner has the schema and migrates it. The app, as which
 * the server runs, reads and writes rows and nothing else: no DDL, and no change of what is append-only. The reader
 * reads what is no secret. Which tables are append-only is what their own triggers say, so that a later table is
 * covered by what its migration declares.
 */
import { type Database, type Queryable, StartRefusedError } from '../database.ts';

export interface DatabaseRoles {
  /** As which the server runs. */
  readonly app: string;
  /** For reports and dashboards. */
  readonly reader: string;
}

export const DATABASE_ROLES: DatabaseRoles = { app: 'fairlead_app', reader: 'fairlead_reader' };

/** Whoever reads these could act for somebody, or see what is kept encrypted. */
export const SECRET_TABLES: ReadonlySet<string> = new Set([
  ...['sessions', 'operator_sessions', 'known_devices', 'verification_codes', 'outbox_messages'],
  ...['known_countries', 'user_notes'],
  ...[
    'user_otps',
    'recovery_codes',
    'operator_recovery_codes',
    'fund_passwords',
    'operator_enrolments',
    'settings',
  ],
  ...[
    'push_keys',
    'push_subscriptions',
    'first_answers',
    'idempotency_keys',
    'files',
    'verifications',
  ],
  ...['users', 'operators', 'withdrawal_addresses', 'bank_cards', 'chat_messages'],
  ...['api_keys', 'listen_keys', 'liability_keys', 'liability_parts', 'mail_words'],
  ...['passkeys', 'passkey_challenges', 'passkey_owners', 'passkey_tickets', 'signed_intents'],
  ...['passkey_log', 'operator_passkeys', 'operator_passkey_challenges', 'signed_approvals'],
  ...['operator_identities', 'operator_sso_logins'],
  ...['security_acts', 'account_locks', 'account_recoveries', 'recovery_tries'],
  ...['webhooks', 'webhook_deliveries', 'webhook_places', 'holds', 'screenings'],
  // The descriptor tells every address of the cold wallet.
  ...['cold_spends', 'cold_coins', 'cold_signatures', 'sweeps', 'sweepers'],
  ...['identity_checks', 'identity_words'],
  ...['travel_declarations', 'travel_messages', 'travel_deposits', 'travel_callbacks'],
  'wallet_proofs',
]);

interface TableGuard {
  /** Quoted. */
  readonly name: string;
  /** Whether a trigger refuses each of them, whatever the row. */
  readonly refuses_update: boolean;
  readonly refuses_delete: boolean;
}

/** Bits of pg_trigger.tgtype. */
const ON_DELETE = 8;
const ON_UPDATE = 16;

/**
 * Gives both roles exactly what they need, to be called by the schema's owner after each migration. With `isReadOnly` the app only
 * reads: rows come there by replication.
 */
export async function grantRoles(
  owner: Database,
  roles: DatabaseRoles,
  { isReadOnly = false }: { readonly isReadOnly?: boolean } = {},
): Promise<void> {
  await owner.transaction(async (transaction) => {
    const [app, reader] = await Promise.all([
      quotedRole(transaction, roles.app),
      quotedRole(transaction, roles.reader),
    ]);
    const tables = await tableGuards(transaction);
    const partitioning = 'FUNCTION ensure_month_partitions(text, bigint, integer)';
    const [{ database } = { database: '' }] = await transaction.query<{ database: string }>(
      'SELECT quote_ident(current_database()) AS database',
    );
    const statements = [
      // A temporary object could stand where a function of the owner's looks for a table.
      `REVOKE TEMPORARY ON DATABASE ${database} FROM PUBLIC, ${app}, ${reader}`,
      'REVOKE CREATE ON SCHEMA public FROM PUBLIC',
      `REVOKE ALL ON SCHEMA public FROM ${app}, ${reader}`,
      `GRANT USAGE ON SCHEMA public TO ${app}, ${reader}`,
      `REVOKE ALL ON ALL TABLES IN SCHEMA public FROM PUBLIC, ${app}, ${reader}`,
      // Months are read one by one by a backup, those that will be made too; what may be read is theirs already.
      `ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT ON TABLES TO ${app}`,
      `GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${app}`,
      `GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO ${app}`,
      ...tables.map(
        (table) => `GRANT ${isReadOnly ? 'SELECT' : appRights(table)} ON ${table.name} TO ${app}`,
      ),
      ...tables
        .filter(({ name }) => !SECRET_TABLES.has(name))
        .map(({ name }) => `GRANT SELECT ON ${name} TO ${reader}`),
      // The one thing that makes tables while the server runs: as the owner, and nothing but the next months.
      `ALTER ${partitioning} SECURITY DEFINER`,
      `ALTER ${partitioning} SET search_path = public, pg_temp`,
      `REVOKE EXECUTE ON ${partitioning} FROM PUBLIC`,
      `GRANT EXECUTE ON ${partitioning} TO ${app}`,
    ];
    for (const statement of statements) await transaction.query(statement);
  });
}

function appRights({ name, refuses_update, refuses_delete }: TableGuard): string {
  if (name === 'schema_migrations') return 'SELECT';
  return [
    'SELECT',
    'INSERT',
    ...(refuses_update ? [] : ['UPDATE']),
    ...(refuses_delete ? [] : ['DELETE']),
  ].join(', ');
}

async function quotedRole(source: Queryable, name: string): Promise<string> {
  const [role] = await source.query<{ quoted: string }>(
    'SELECT quote_ident(rolname) AS quoted FROM pg_roles WHERE rolname = $1',
    [name],
  );
  if (role === undefined)
    throw new StartRefusedError(
      `the database server has no role ${name}: docs/operating/database-roles.md makes it`,
    );
  return role.quoted;
}

/** Tables and views, not partitions: those are reached through their table, and by no other way. */
async function tableGuards(source: Queryable): Promise<readonly TableGuard[]> {
  const refuses = (bit: number): string => `EXISTS (
    SELECT FROM pg_trigger WHERE tgrelid = pg_class.oid AND tgfoid IN ('refuse_change'::regproc,
        'refuse_removal'::regproc, 'refuse_sample_removal'::regproc, 'remove_posting'::regproc)
      AND tgqual IS NULL AND tgenabled IN ('O', 'A') AND tgtype & ${bit} <> 0)`;
  return source.query<TableGuard>(`
    SELECT quote_ident(relname) AS name, ${refuses(ON_UPDATE)} AS refuses_update,
      ${refuses(ON_DELETE)} AS refuses_delete
    FROM pg_class WHERE relkind IN ('r', 'p', 'v') AND NOT relispartition
      AND relnamespace = 'public'::regnamespace ORDER BY relname`);
}
