/** What in a folder says that an exchange was there, whose database is gone. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Queryable } from '../database.ts';
import { refuseOtherDatabase } from '../exchange-mark.ts';

let folder: string;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'fairlead-mark-'));
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

const empty = { query: async () => [{ has_settings: false }] } as unknown as Queryable;

/** Pictures lie in a folder within, or, of the engine of a product, which has none, in the same. */
const looked = (uploadsDir = folder) =>
  refuseOtherDatabase(empty, { dataDir: folder, uploadsDir }).then(
    () => undefined,
    (error: Error) => error.message,
  );

test('an empty folder is that of a new one', async () => {
  expect(await looked()).toBeUndefined();
});

test('what another process that starts at once tries to write is no trace', async () => {
  fs.writeFileSync(path.join(folder, '.probe-4711'), 'written by a start\n');
  expect(await looked()).toBeUndefined();
});

test.each(['exchange-id', '00000001.jpg', '.hidden'])('%s is one', async (name) => {
  fs.writeFileSync(path.join(folder, '.probe-4711'), 'written by a start\n');
  fs.writeFileSync(path.join(folder, name), '5f0e1d7a-6f59-4b4e-8a1e-4f1d9a1c2b3d\n');
  expect(await looked()).toContain('held an exchange whose database is gone');
});
