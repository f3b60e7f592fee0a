/** Sets the first levels of inviters once; a deployment that is older than they are gets them at its next start. */
import type { ReferralTerms } from '@fairlead/engine';
import { ratePpm } from '@fairlead/units';
import { readSetting, writeSetting } from '../core/store/settings-queries.ts';
import { putSeedInForce, type SeedOptions } from '../core/terms/put-in-force.ts';
import { REFERRAL_SUBJECT } from './effects.ts';
import { readReferralTerms } from './queries.ts';
import { referralTermsView } from './terms.ts';

const DONE = 'referral_seeded';

/** 20 % of fees, 25 % from ten invitees on, 30 % from fifty. */
const SEED_LEVELS: ReferralTerms = {
  levels: [
    { needs: 0, ratioPpm: ratePpm(200_000n) },
    { needs: 10, ratioPpm: ratePpm(250_000n) },
    { needs: 50, ratioPpm: ratePpm(300_000n) },
  ],
};

export async function seedReferral(options: SeedOptions): Promise<void> {
  const { database, clock, log } = options;
  if ((await readSetting(database, DONE)) !== undefined) return;
  if ((await readReferralTerms(database)).length === 0)
    await putSeedInForce(options, {
      kind: 'referral',
      subject: REFERRAL_SUBJECT,
      after: referralTermsView(SEED_LEVELS),
      command: { kind: 'configure_referral', terms: SEED_LEVELS },
    });
  await writeSetting(database, DONE, { value: 'true', nowMs: clock.now() });
  log.info({ levels: SEED_LEVELS.levels.length }, 'levels of inviters are set up');
}
