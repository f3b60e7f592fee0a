/** Who receives what leaves: asked of their provider, before it does. */
import { SECOND_MS } from '@fairlead/units';
import type { Capability } from '../core/capability.ts';
import type { Config } from '../core/config/config.ts';
import { Chore } from '../core/operations/chore.ts';
import { gaugeWaiting, type WaitingGaugeNeeds } from '../core/operations/waiting-gauge.ts';
import { waiting } from './queries.ts';
import { untold } from './telling-queries.ts';
import { type TravelRoundNeeds, TravelRule, type TravelRuleOptions } from './travel-rule.ts';

const ROUND_MS = 2 * SECOND_MS;

interface Parts extends Omit<TravelRuleOptions, 'provider'> {
  readonly config: Pick<Config, 'travelRule'>;
}

export const travelRule = {
  services: ({ config, ...parts }: Parts) => ({
    travelRule: new TravelRule({ ...parts, provider: config.travelRule }),
  }),
  chores: (needs) => [new Chore(ROUND_MS, () => needs.travelRule.round(needs))],
  gauges: (registry, needs) => {
    gaugeWaiting(registry, needs, {
      name: 'fairlead_travel_messages',
      help: 'Withdrawals whose recipient’s provider has not answered',
      waiting,
    });
    gaugeWaiting(registry, needs, {
      name: 'fairlead_travel_tellings',
      help: 'Sent withdrawals whose recipient’s provider has not taken by which transaction',
      waiting: untold,
    });
  },
} satisfies Capability<TravelRoundNeeds & WaitingGaugeNeeds & { readonly travelRule: TravelRule }>;
