/** What a PostgreSQL server says of itself and of the session that asks. */
import type { Queryable } from '../core/store/database.ts';

export interface ServerNames {
  readonly version: string;
  readonly database: string;
}

export async function readServer(session: Queryable): Promise<ServerNames> {
  const [row] = await session.query<ServerNames>(
    "SELECT current_setting('server_version') AS version, current_database() AS database",
  );
  return row ?? { version: '', database: '' };
}

export interface RoleRights {
  readonly name: string;
  readonly isSuperuser: boolean;
  readonly mayCreate: boolean;
}

/** Of the session's role; who may make tables may change the past. */
export async function readRole(session: Queryable): Promise<RoleRights> {
  const [row] = await session.query<{ name: string; is_super: boolean; may_create: boolean }>(
    `SELECT current_user AS name, rolsuper AS is_super,
       has_schema_privilege('public', 'CREATE') AS may_create
     FROM pg_roles WHERE rolname = current_user`,
  );
  return {
    name: row?.name ?? '',
    isSuperuser: row?.is_super ?? false,
    mayCreate: row?.may_create ?? false,
  };
}

/** Whether the way to the server is encrypted, or leads to no other machine. */
export async function readWay(
  session: Queryable,
): Promise<{ readonly isEncrypted: boolean; readonly isLocal: boolean }> {
  const [row] = await session.query<{ is_encrypted: boolean; is_local: boolean }>(
    `SELECT coalesce((SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()), false) AS is_encrypted,
       coalesce(inet_server_addr() <<= '127.0.0.0/8' OR inet_server_addr() = '::1', true) AS is_local`,
  );
  return { isEncrypted: row?.is_encrypted ?? false, isLocal: row?.is_local ?? false };
}

/** At which the session reached the server, beyond any balancer; loopback where there is none. */
export async function serverAddress(session: Queryable): Promise<string> {
  const [row] = await session.query<{ address: string | null }>(
    'SELECT host(inet_server_addr()) AS address',
  );
  const address = row?.address ?? '127.0.0.1';
  return address.includes(':') ? `[${address}]` : address;
}

/** Settings that limits of other programs depend on; times in ms, 0 where they are off. */
export async function readServerLimits(session: Queryable) {
  const [row] = await session.query<{
    wal_sender_ms: number;
    wal_receiver_ms: number;
    wal_retry_ms: number;
    idle_session_ms: number;
    wal_level: string;
    max_wal_senders: number;
    hot_standby: string;
    connections: number;
  }>(
    `SELECT (extract(epoch FROM current_setting('wal_sender_timeout')::interval) * 1000)::int AS wal_sender_ms,
       (extract(epoch FROM current_setting('wal_receiver_timeout')::interval) * 1000)::int AS wal_receiver_ms,
       (extract(epoch FROM current_setting('wal_retrieve_retry_interval')::interval) * 1000)::int AS wal_retry_ms,
       (extract(epoch FROM current_setting('idle_session_timeout')::interval) * 1000)::int AS idle_session_ms,
       current_setting('wal_level') AS wal_level,
       current_setting('max_wal_senders')::int AS max_wal_senders,
       current_setting('hot_standby') AS hot_standby,
       current_setting('max_connections')::int
         - current_setting('superuser_reserved_connections')::int AS connections`,
  );
  if (row === undefined) throw new Error('the server says nothing of itself');
  return {
    walSenderMs: row.wal_sender_ms,
    walReceiverMs: row.wal_receiver_ms,
    walRetryMs: row.wal_retry_ms,
    idleSessionMs: row.idle_session_ms,
    walLevel: row.wal_level,
    maxWalSenders: row.max_wal_senders,
    isHotStandby: row.hot_standby === 'on',
    connectionsMax: row.connections,
  };
}
