/** Watchers of chains and the addresses they pay to. */
import type { Capability } from '../core/capability.ts';
import { gaugeChains } from './chain-gauges.ts';
import type { Chains } from './chains.ts';
import { createChains } from './services.ts';

export const chains = {
  services: createChains,
  gauges: (registry, { chains }) => gaugeChains(registry, () => chains.status()),
  // After the first start, which brings the currencies that they count in.
  begin: async ({ chains }) => {
    await chains.start();
    return { name: 'chains', stop: () => chains.stop() };
  },
} satisfies Capability<{ readonly chains: Chains }>;
