/** One look at one host: whether it is a primary, and of which past. */
import pg from 'pg';
import { DatabaseAwayError } from '../database.ts';
import { HOST_LOOK_MS } from '../limits.ts';

const INSUFFICIENT_PRIVILEGE = '42501';

/** What a server says of itself. */
export interface ServerRole {
  readonly state: 'primary' | 'standby' | 'read-only';
  /** Given when a cluster is made; its standbys have the same. Absent where the role may not ask. */
  readonly system: string | undefined;
  /** One more with each promotion: of two primaries the lower is the one that was replaced. 0 where it may not be asked. */
  readonly timeline: number;
  /** When the server was started: two addresses of one server say the same. */
  readonly startedAt: string;
}

/** What was found at a host. */
export type HostSeen = { readonly name: string } & (
  | ServerRole
  | { readonly state: 'away' | 'refused'; readonly reason: string }
);

const STATE = `CASE WHEN pg_is_in_recovery() THEN 'standby'
    WHEN current_setting('transaction_read_only') = 'on' THEN 'read-only' ELSE 'primary' END AS state,
  pg_postmaster_start_time()::text AS started`;

/** A primary's timeline is that of the WAL it writes; a standby's the latest that it received. */
const ROLE = `SELECT ${STATE}, (SELECT system_identifier::text FROM pg_control_system()) AS system,
  CASE WHEN pg_is_in_recovery() THEN greatest((SELECT timeline_id FROM pg_control_checkpoint()),
      (SELECT min_recovery_end_timeline FROM pg_control_recovery()), (SELECT received_tli FROM pg_stat_wal_receiver))
    ELSE ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int END AS timeline`;

interface RoleRow {
  readonly state: ServerRole['state'];
  readonly started: string;
  readonly system?: string;
  readonly timeline?: number;
}

/** Asks the server at the other end of a connection. */
export async function readServerRole(client: pg.ClientBase): Promise<ServerRole> {
  const ask = async (text: string): Promise<ServerRole> => {
    const question: pg.QueryConfig & { query_timeout: number } = {
      text,
      query_timeout: HOST_LOOK_MS,
    };
    const [row] = (await client.query<RoleRow>(question)).rows;
    if (row === undefined) throw new Error('no answer');
    const { state, started, system, timeline = 0 } = row;
    return { state, system, timeline, startedAt: started };
  };
  try {
    return await ask(ROLE);
  } catch (error) {
    // Some providers keep the control file to themselves: then they alone keep an old primary away.
    if (!(error instanceof pg.DatabaseError) || error.code !== INSUFFICIENT_PRIVILEGE) throw error;
    return ask(`SELECT ${STATE}`);
  }
}

/** Why no primary was found; whether one may come by itself. */
export class NoPrimaryError extends DatabaseAwayError {
  readonly mayCome: boolean;

  constructor(message: string, mayCome = true) {
    super(message);
    this.mayCome = mayCome;
  }
}

/** A host in words: `a:5432 is a standby`. */
export function inWords(seen: HostSeen): string {
  if ('reason' in seen)
    return `${seen.name} ${seen.state === 'away' ? 'does not answer' : 'refuses'} (${seen.reason})`;
  const { name, state, timeline } = seen;
  const said =
    state === 'primary' ? 'the primary' : state === 'standby' ? 'a standby' : 'read-only';
  return `${name} is ${said}${timeline === 0 ? '' : `, timeline ${timeline}`}`;
}
