/** Writes schema.json from the migrations, by way of a PGlite in memory: `node …/write-schema.ts`. */
import fs from 'node:fs';
import { openPglite } from '../../../src/core/store/embedded/database.ts';
import { migrate } from '../../../src/core/store/migrator.ts';
import { readSchema } from './schema.ts';

const database = await openPglite({});
await migrate(database);
const schema = await readSchema(database);
await database.close();
fs.writeFileSync(new URL('schema.json', import.meta.url), `${JSON.stringify(schema, null, 2)}\n`);
