/** A PostgreSQL database with an owner, an app and a reader, none of them a superuser. */
import { randomUUID } from 'node:crypto';
import { createRoles } from '../../../../test/support/postgres-server.ts';
import type { TestDatabase } from '../../../../test/support/test-database.ts';
import type { Database } from '../database.ts';
import { ensurePartitions } from '../maintenance.ts';
import { migrate } from '../migrator.ts';
import { openPostgres } from '../postgres/database.ts';
import { type DatabaseRoles, grantRoles } from '../postgres/roles.ts';

export interface RolesDatabase extends TestDatabase {
  /** The same database as its owner, as a reader, and as whoever else may log in. */
  readonly owner: Database;
  readonly reader: Database;
  readonly roles: DatabaseRoles;
}

/** Migrated by its owner, open as the app. */
export async function openAsApp(): Promise<RolesDatabase> {
  const suffix = randomUUID().replaceAll('-', '').slice(0, 12);
  const roles = { app: `fairlead_app_${suffix}`, reader: `fairlead_reader_${suffix}` };
  const owned = `fairlead_owner_${suffix}`;
  const { urlAs, remove } = await createRoles([owned, roles.app, roles.reader]);
  const opened: Database[] = [];
  const open = async (role: string): Promise<Database> => {
    const database = await openPostgres({ url: urlAs(role) });
    opened.push(database);
    return database;
  };
  const owner = await open(owned);
  await migrate(owner);
  await ensurePartitions(owner, Date.UTC(2027, 0, 15));
  await grantRoles(owner, roles);
  return {
    owner,
    roles,
    reader: await open(roles.reader),
    database: await open(roles.app),
    openAnother: () => open(roles.app),
    async remove() {
      for (const each of opened) await each.close();
      await remove();
    },
  };
}
