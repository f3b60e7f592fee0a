/** Watchers of chains and the addresses they pay to. */
import type { Capability } from '../core/capability.ts';
import type { OriginNeeds, TravelDeposits } from '../travel-rule/index.ts';
import { gaugeChains } from './chain-gauges.ts';
import type { Chains } from './chains.ts';
import { createChains } from './services.ts';

export const chains = {
  services: createChains,
  gauges: (registry, { chains }) => gaugeChains(registry, () => chains.status()),
  // After the first start, which brings the currencies that they count in.
  begin: async ({ chains, travelDeposits, terms, marketData }) => {
    await chains.start((deposit) => travelDeposits.asksOrigin(deposit, { terms, marketData }));
    return { name: 'chains', stop: () => chains.stop() };
  },
} satisfies Capability<
  OriginNeeds & {
    readonly chains: Chains;
    readonly travelDeposits: Pick<TravelDeposits, 'asksOrigin'>;
  }
>;
