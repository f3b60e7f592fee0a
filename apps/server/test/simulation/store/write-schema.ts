/** Writes schema.json from the migrations, by way of a PGlite in memory: `node …/write-schema.ts`. */
import fs from 'node:fs';
import { migrate } from '../../../src/store/migrator.ts';
import { openPglite } from '../../../src/store/pglite-database.ts';
import { readSchema } from './schema.ts';

const database = await openPglite({});
await migrate(database);
const schema = await readSchema(database);
await database.close();
fs.writeFileSync(new URL('schema.json', import.meta.url), `${JSON.stringify(schema, null, 2)}\n`);
