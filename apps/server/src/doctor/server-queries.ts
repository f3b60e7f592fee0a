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
