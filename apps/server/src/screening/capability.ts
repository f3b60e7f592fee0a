/** What a provider says of addresses, transactions and persons, before money leaves. */
import { SECOND_MS } from '@fairlead/units';
import type { Capability } from '../core/capability.ts';
import type { Config } from '../core/config/config.ts';
import { Chore } from '../core/operations/chore.ts';
import { gaugeWaiting, type WaitingGaugeNeeds } from '../core/operations/waiting-gauge.ts';
import { waiting } from './queries.ts';
import { type RoundNeeds, Screenings, type ScreeningsOptions } from './screening.ts';

const ROUND_MS = 2 * SECOND_MS;

interface Parts extends Omit<ScreeningsOptions, 'provider'> {
  readonly config: Pick<Config, 'screening'>;
}

export const screening = {
  services: ({ config, ...parts }: Parts) => ({
    screenings: new Screenings({ ...parts, provider: config.screening }),
  }),
  chores: (needs) => [new Chore(ROUND_MS, () => needs.screenings.round(needs))],
  gauges: (registry, needs) =>
    gaugeWaiting(registry, needs, {
      name: 'fairlead_screenings',
      help: 'Deposits, payees and withdrawals unanswered',
      waiting,
    }),
} satisfies Capability<RoundNeeds & WaitingGaugeNeeds & { readonly screenings: Screenings }>;
