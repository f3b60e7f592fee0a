/** The database: whether it is there, what its role may do, who holds a commit, and whether it is this exchange's. */
import fs from 'node:fs';
import path from 'node:path';
import { readArchiving } from '../core/backup/archiving.ts';
import { refuseOtherSecret } from '../core/operations/deployment.ts';
import { type Database, NotThereError, type Queryable } from '../core/store/database.ts';
import { DATABASE_FOLDER } from '../core/store/embedded/database.ts';
import { isEmpty } from '../core/store/exchange-mark.ts';
import { isUpToDate } from '../core/store/migrator.ts';
import { openPostgres, type PostgresDatabase } from '../core/store/postgres/database.ts';
import { type HostSeen, inWords } from '../core/store/postgres/host-look.ts';
import { knownIn } from '../core/store/postgres/timelines.ts';
import { ReplicaReads } from '../core/store/replicas/replica-reads.ts';
import type { ReplicaSeen } from '../core/store/replicas/replica-watch.ts';
import {
  bad,
  type Finding,
  good,
  note,
  type OpenSubject,
  type Subject,
  wordsOf,
} from './finding.ts';
import { readRole, readServer, readWay } from './server-queries.ts';

const ABOUT = 'database';
const ROLES_PAGE = 'docs/operating/database-roles.md';
const READS_PAGE = 'docs/operating/processes.md#reads-at-replicas';

/** The server of the settings; the embedded database is its server's alone. Nothing is changed by looking. */
export async function openSubject(
  subject: Subject,
): Promise<OpenSubject & { readonly found: Finding[] }> {
  const { databaseUrl, dataDir } = subject.config;
  if (databaseUrl === undefined)
    return { ...subject, database: undefined, found: lookAtFolder(subject) };
  try {
    const timelines = knownIn(dataDir);
    const database = await openPostgres({ url: databaseUrl, role: 'tool', timelines });
    return { ...subject, database, found: await lookAtHosts(database) };
  } catch (error) {
    const todo =
      error instanceof NotThereError
        ? 'start PostgreSQL, or put DATABASE_URL right; a server that is started waits for it'
        : `put DATABASE_URL right, or the role (${ROLES_PAGE})`;
    return { ...subject, database: undefined, found: [bad(ABOUT, wordsOf(error), todo)] };
  }
}

/** Of several hosts each by its name: which is the primary, and which would not be there for a failover. */
async function lookAtHosts(database: PostgresDatabase): Promise<Finding[]> {
  const hosts = await database.hosts();
  if (hosts.length < 2) return [];
  const isFine = ({ state }: HostSeen) => state === 'primary' || state === 'standby';
  const primaries = hosts.filter(({ state }) => state === 'primary').length;
  return hosts.map((host) => {
    const said = inWords(host);
    if (host.state === 'primary' && primaries > 1)
      return bad('host', `${said}, and so says another`, 'stop the one that is not');
    if (isFine(host)) return good('host', said);
    return note('host', said, 'start it as a standby, or take it out of DATABASE_URL');
  });
}

function lookAtFolder({ config }: Subject): Finding[] {
  const place = path.join(config.dataDir, DATABASE_FOLDER);
  const isThere = fs.existsSync(place);
  const said = isThere ? `embedded, in ${place}` : 'embedded; the first start makes it';
  if (config.isDemo) return [good(ABOUT, said)];
  return [note(ABOUT, said, 'use PostgreSQL for real money (docs/operating/deploy.md)')];
}

export async function lookAtDatabase(subject: OpenSubject): Promise<Finding[]> {
  const { database, config } = subject;
  if (database === undefined) return [];
  const server = await readServer(database);
  const found = [good(ABOUT, `PostgreSQL ${server.version} answers, database ${server.database}`)];
  found.push(...(await lookAtSchema(database, subject)));
  found.push(await lookAtRole(database, config.isDemo));
  found.push(await lookAtEncryption(database, config.isDemo));
  found.push(await lookAtReplicas(database, config.isDemo));
  found.push(...(await lookAtReads(database, config.databaseReadUrl)));
  found.push(await lookAtArchive(database, config.isDemo));
  return found;
}

async function lookAtSchema(database: Database, { config }: Subject): Promise<Finding[]> {
  try {
    const isOld = !(await isUpToDate(database));
    if (await isEmpty(database))
      return [good(ABOUT, isOld ? 'empty: the first start sets it up' : 'no exchange in it yet')];
    if (!isOld) await refuseOtherSecret(database, config);
    return [
      isOld
        ? note(
            ABOUT,
            'older than this program',
            'npm run migrate, or start the server as the owner',
          )
        : good(ABOUT, 'of this program, and of this SECRET_KEY'),
    ];
  } catch (error) {
    return [bad(ABOUT, wordsOf(error), `put it right (${ROLES_PAGE}, docs/operating/backup.md)`)];
  }
}

/** Who may make tables may change the past. */
async function lookAtRole(source: Queryable, isDemo: boolean): Promise<Finding> {
  const { name, isSuperuser, mayCreate } = await readRole(source);
  if (!isSuperuser && !mayCreate)
    return good('role', `${name} cannot change the schema, nor the past`);
  const said = `${name} ${isSuperuser ? 'is a superuser' : 'may change the schema'}`;
  if (isDemo) return good('role', said);
  return note('role', said, `give the server a role of its own (${ROLES_PAGE})`);
}

async function lookAtEncryption(source: Queryable, isDemo: boolean): Promise<Finding> {
  const { isEncrypted, isLocal } = await readWay(source);
  if (isEncrypted) return good('TLS', 'the way to the database is encrypted');
  if (isLocal) return good('TLS', 'the database is on this machine, unencrypted');
  const said = 'the way to the database is not encrypted, and leads to another machine';
  const todo = 'add ?sslmode=verify-full to DATABASE_URL';
  return isDemo ? note('TLS', said, todo) : bad('TLS', said, todo);
}

async function lookAtReplicas(database: Database, isDemo: boolean): Promise<Finding> {
  if (database.replication === undefined) return good('replicas', 'none');
  const { commitMachines, replicas } = await database.replication();
  const said = `${commitMachines === 1 ? '1 machine holds' : `${commitMachines} machines hold`} a commit before it is answered; ${replicas} connected`;
  if (commitMachines > 1 || isDemo) return good('replicas', said);
  return note(
    'replicas',
    said,
    'a failover would lose the newest orders: synchronous_standby_names (docs/operating/processes.md)',
  );
}

/** What lists and histories are read from, each by its name, and whether they go on without the primary. */
async function lookAtReads(database: Database, url: string | undefined): Promise<Finding[]> {
  if (url === undefined) return [];
  const reads = new ReplicaReads({ url, primary: database });
  try {
    // What a replica must have is what the primary had at the look before.
    await reads.look();
    const hosts = (await reads.look()).map(lookAtReplica);
    if (reads.mayAgree)
      return [...hosts, good('reads', 'lists go on while the primary is away, where all agree')];
    const said = 'lists stop while the primary is away';
    const todo = `let commits wait for a replica, and list every machine in DATABASE_READ_URL (${READS_PAGE})`;
    return [...hosts, note('reads', said, todo)];
  } finally {
    await reads.close();
  }
}

function lookAtReplica({ name, state }: ReplicaSeen): Finding {
  switch (state) {
    case 'current':
      return good('reads', `${name} is a replica that keeps up: lists are read there`);
    case 'primary':
      return good('reads', `${name} is the primary: asked where no replica has what is needed`);
    case 'behind':
      return note(
        'reads',
        `${name} is behind, or of another past: nothing is read there`,
        `see what holds it up, or rebuild it (${READS_PAGE})`,
      );
    default:
      return note(
        'reads',
        `${name} does not answer`,
        'start it, or take it out of DATABASE_READ_URL',
      );
  }
}

/** Tried again for ever: what is kept too late is seen by its age, before PostgreSQL's own disk is full. */
const ARCHIVE_AGE_MAX_S = 900;

async function lookAtArchive(source: Queryable, isDemo: boolean): Promise<Finding> {
  const archiving = await readArchiving(source);
  if (archiving === undefined) {
    if (isDemo) return good('archive', 'no WAL is archived');
    const said = 'no WAL is archived: after a loss of all disks the last backup is what there is';
    return note('archive', said, 'archive it (docs/operating/backup.md)');
  }
  const { ageSeconds, failing } = archiving;
  const said = `WAL was last archived ${Math.round(ageSeconds)} s ago`;
  if (failing === undefined && ageSeconds <= ARCHIVE_AGE_MAX_S) return good('archive', said);
  return bad(
    'archive',
    failing === undefined ? said : `${said}, ${failing} could not be`,
    "see why in PostgreSQL's log (docs/operating/runbooks.md, FairleadArchiveBehind)",
  );
}
