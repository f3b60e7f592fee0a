import { randomBytes } from 'node:crypto';
import { Client } from 'pg';

const POSTGRES = process.env['BENCH_POSTGRES'] ?? 'postgres://postgres@127.0.0.1:5432/postgres';

/** A PostgreSQL database of its own for one measurement. */
export async function createDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `fairlead_bench_${randomBytes(6).toString('hex')}`;
  const admin = new Client({ connectionString: POSTGRES });
  await admin.connect();
  await admin.query(`CREATE DATABASE ${name}`);
  const url = new URL(POSTGRES);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: async () => {
      await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
      await admin.end();
    },
  };
}

/** Server processes of the database's sessions. */
export async function sessionsOf(databaseUrl: string): Promise<number[]> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>(
    'SELECT pid FROM pg_stat_activity WHERE datname = current_database()',
  );
  await client.end();
  return rows.map(({ pid }) => pid);
}
