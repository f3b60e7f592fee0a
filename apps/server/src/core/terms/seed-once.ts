/** What a product sets up once in a deployment, in a new one or in one that is older than the product. */
import { readSetting, writeSetting } from '../store/settings-queries.ts';
import type { SeedOptions } from './put-in-force.ts';

/** Deployments older than the product's own note have this one of futures and options together. */
const TOGETHER = 'derivatives_seeded';

/** Runs `work` unless it is noted to be done; the note comes last, so all of it must bear being repeated. */
export async function seedOnce(
  { database, clock }: Pick<SeedOptions, 'database' | 'clock'>,
  note: 'futures_seeded' | 'options_seeded',
  work: () => Promise<boolean>,
): Promise<void> {
  for (const done of [note, TOGETHER])
    if ((await readSetting(database, done)) !== undefined) return;
  if (await work()) await writeSetting(database, note, { value: 'true', nowMs: clock.now() });
}
