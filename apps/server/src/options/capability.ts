/** Bets on a price, settled at their moment. */
import type { Capability } from '../core/capability.ts';
import type { TellChanges } from '../core/http/events.ts';
import type { EffectContext } from '../core/terms/effects.ts';
import type { SeedOptions } from '../core/terms/put-in-force.ts';
import { type DueOptionsParts, startDueOptions } from './due.ts';
import { saveOptionCurrency, saveOptionTerms } from './effects.ts';
import { ownOptionExports } from './exports.ts';
import { gaugeOptions } from './gauges.ts';
import type { OptionsNeeds } from './needs.ts';
import { type OptionNoticesParts, startOptionNotices } from './notices.ts';
import { operatorOptionHandlers } from './operator-routes.ts';
import { optionHandlers } from './routes.ts';
import { seedOptions } from './seed-options.ts';
import { optionViewer } from './views.ts';

export const options = {
  engine: 'options',
  routes: optionHandlers,
  operatorRoutes: operatorOptionHandlers,
  ownExports: ownOptionExports,
  effects: (early) => ({
    option_terms: (asked, phase) => saveOptionTerms(early, asked, phase),
    option_currency: (asked, phase) => saveOptionCurrency(early, asked, phase),
  }),
  notices: (needs) => [startOptionNotices(needs)],
  told: (needs: Pick<OptionsNeeds, 'terms' | 'marketData' | 'clock'>): TellChanges => {
    const viewOf = optionViewer(needs);
    return ({ options: changed }, tell) => {
      for (const option of changed) tell(option.owner, 'option', () => viewOf(option));
    };
  },
  seed: seedOptions,
  begin: async (needs, registry) => {
    const due = await startDueOptions(needs);
    gaugeOptions(registry, due, needs);
    return { name: 'due options', stop: () => due.stop() };
  },
} satisfies Capability<
  OptionsNeeds & OptionNoticesParts & DueOptionsParts,
  EffectContext & SeedOptions
>;
