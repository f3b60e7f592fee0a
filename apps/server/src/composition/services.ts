/** Makes the services that stand between routes and store: each capability makes its own, of what those before it made. */
import { effectsOf, type Services, servicesOf } from '../capabilities.ts';
import type { ProposalEffects } from '../core/acts/effects.ts';
import type { CommandPort } from '../core/commands/port.ts';
import type { TellChanges } from '../core/http/events.ts';
import type { Candles } from '../market/candles/candles.ts';
import type { Terms } from '../market/catalogue.ts';
import type { MarketData } from '../market/data/market-data.ts';
import type { Alerts } from '../notices/alerts/alerts.ts';
import { type GroundOptions, layGround } from './ground.ts';

export type { Services };

/** Everything that capabilities take by name, once the markets are there. */
export interface Exchange extends Services {
  readonly marketData: MarketData;
  readonly terms: Terms;
  readonly candles: Candles;
  readonly alerts: Alerts;
  /** Where calls that move something have it executed. */
  readonly commands: CommandPort;
  /** Tells users what of a commit is theirs, of all capabilities. */
  readonly told: TellChanges;
}

/** Everything but market data and what comes with it. */
export async function createServices(options: GroundOptions): Promise<Services> {
  let effects: ProposalEffects | undefined;
  const ground = await layGround(options, () => {
    effects ??= effectsOf({ ...services, isDemo: options.config.isDemo });
    return effects;
  });
  const services = await servicesOf(ground);
  return services;
}
