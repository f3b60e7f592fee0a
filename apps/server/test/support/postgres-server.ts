/** The PostgreSQL server that tests use if there is one, and the databases they make on it. */
import { randomUUID } from 'node:crypto';
import net from 'node:net';
import pg from 'pg';

const SERVER = { host: '127.0.0.1', port: 5432, user: 'postgres' } as const;

/** Names the migrated database that others are copied from; prepare.ts sets it. */
export const POSTGRES_TEMPLATE = 'FAIRLEAD_TEST_POSTGRES_TEMPLATE';

/** Whether a PostgreSQL server listens where tests look for it. */
export const hasPostgres: boolean = await new Promise((resolve) => {
  const socket = net.connect({ host: SERVER.host, port: SERVER.port });
  socket.once('connect', () => {
    socket.destroy();
    resolve(true);
  });
  socket.once('error', () => resolve(false));
});

/** Creates a database, as a copy of another if one is named, whose name its own begins with; gives its name. */
export async function createDatabase(template?: string): Promise<string> {
  const unique = randomUUID().replaceAll('-', '');
  const name =
    template === undefined ? `fairlead_test_${unique}` : `${template}_${unique.slice(-12)}`;
  const copied = template === undefined ? '' : ` TEMPLATE ${template}`;
  await administer(`CREATE DATABASE ${name}${copied}`);
  return name;
}

/** Roles of the whole server and an empty database that the first of them owns; gives how to remove them. */
export async function createRoles(names: readonly [owner: string, ...others: string[]]): Promise<{
  readonly urlAs: (role: string) => string;
  readonly remove: () => Promise<void>;
}> {
  for (const name of names) await administer(`CREATE ROLE ${name} LOGIN`);
  const database = `fairlead_test_${randomUUID().replaceAll('-', '')}`;
  await administer(`CREATE DATABASE ${database} OWNER ${names[0]}`);
  return {
    urlAs: (role) => `postgres://${role}@${SERVER.host}:${SERVER.port}/${database}`,
    async remove() {
      await dropDatabase(database);
      for (const name of names) await administer(`DROP ROLE ${name}`);
    },
  };
}

/** Names what several tests at once would need more sessions for than a server has (100 by default). */
const MANY_SESSIONS = 7_001;

/** Waits until no other test has many sessions; gives how to let the next one. */
export async function takeSessions(): Promise<() => Promise<void>> {
  const client = new pg.Client({ ...SERVER, database: 'postgres' });
  await client.connect();
  await client.query('SELECT pg_advisory_lock($1)', [MANY_SESSIONS]);
  return () => client.end();
}

export async function dropDatabase(name: string): Promise<void> {
  await administer(`DROP DATABASE ${name} WITH (FORCE)`);
}

/** Drops a template and whatever copies of it are left. */
export async function dropWithCopies(template: string): Promise<void> {
  const rows = await administer('SELECT datname FROM pg_database WHERE starts_with(datname, $1)', [
    template,
  ]);
  for (const { datname } of rows) await dropDatabase(datname);
}

export const urlOf = (name: string): string =>
  `postgres://${SERVER.user}@${SERVER.host}:${SERVER.port}/${name}`;

async function administer(sql: string, values: unknown[] = []): Promise<{ datname: string }[]> {
  const client = new pg.Client({ ...SERVER, database: 'postgres' });
  await client.connect();
  try {
    return (await client.query<{ datname: string }>(sql, values)).rows;
  } finally {
    await client.end();
  }
}
