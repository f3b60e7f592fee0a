/** Sets the first levels of inviters once; a deployment that is older than they are gets them at its next start. */
import type { ReferralTerms } from '@fairlead/engine';
import { ratePpm } from '@fairlead/units';
import { readReferralTerms } from '../../store/referral-queries.ts';
import { readSetting, writeSetting } from '../../store/settings-queries.ts';
import { referralTermsView } from '../operators-referral-terms.ts';
import { REFERRAL_SUBJECT } from '../referral-effects.ts';
import { putSeedInForce, type SeedOptions } from './put-in-force.ts';

const DONE = 'referral_seeded';

/** 20 % of fees (decisions §3), 25 % from ten invitees on, 30 % from fifty. */
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
