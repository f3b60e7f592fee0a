/** Who receives what leaves, and who sent what came: asked of their providers, before it leaves or is usable. */
import { SECOND_MS } from '@fairlead/units';
import type { Capability } from '../core/capability.ts';
import type { Config } from '../core/config/config.ts';
import { Chore } from '../core/operations/chore.ts';
import { gaugeWaiting, type WaitingGaugeNeeds } from '../core/operations/waiting-gauge.ts';
import { heldOrigins } from './deposit-queries.ts';
import { type OriginRoundNeeds, TravelDeposits } from './deposits.ts';
import { WalletProofs } from './proofs.ts';
import { waiting } from './queries.ts';
import { type TravelRouteNeeds, travelExceptions, travelHandlers } from './routes.ts';
import { untold } from './telling-queries.ts';
import { type TravelRoundNeeds, TravelRule, type TravelRuleOptions } from './travel-rule.ts';

const ROUND_MS = 2 * SECOND_MS;

interface Parts extends Omit<TravelRuleOptions, 'provider'> {
  readonly config: Pick<Config, 'travelRule' | 'publicUrl' | 'isDemo'>;
}

type Needs = TravelRoundNeeds &
  OriginRoundNeeds &
  TravelRouteNeeds &
  WaitingGaugeNeeds & { readonly travelRule: TravelRule };

export const travelRule = {
  services: ({ config, ...parts }: Parts) => {
    const options = { ...parts, provider: config.travelRule };
    const { database, clock } = parts;
    const { publicUrl, isDemo } = config;
    const network = isDemo ? 'test' : 'main';
    const isOn = config.travelRule !== undefined;
    return {
      travelRule: new TravelRule(options),
      travelDeposits: new TravelDeposits(options),
      walletProofs: new WalletProofs({ isOn, database, clock, publicUrl, network }),
    };
  },
  routes: travelHandlers,
  exceptions: travelExceptions,
  chores: (needs) => [
    new Chore(ROUND_MS, () => needs.travelRule.round(needs)),
    new Chore(ROUND_MS, () => needs.travelDeposits.round(needs)),
  ],
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
    gaugeWaiting(registry, needs, {
      name: 'fairlead_travel_origins',
      help: 'Deposits whose originator’s provider has not answered',
      waiting: heldOrigins,
    });
  },
} satisfies Capability<Needs>;
