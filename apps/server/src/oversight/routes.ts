/** What a client must know first. */
import { LANGUAGES, VERSION } from '@fairlead/contract';
import type { Handlers } from '../core/http/handler.ts';
import type { Outbox } from '../notices/index.ts';
import type { HeadPublisher } from '../receipts/index.ts';
import { lossesField } from './losses.ts';
import type { OversightNeeds } from './needs.ts';

const CHANNELS = ['phone', 'email'] as const;

export interface ConfigNeeds
  extends Pick<
    OversightNeeds,
    'config' | 'clock' | 'trading' | 'products' | 'marketData' | 'standstills'
  > {
  readonly outbox: Outbox;
  /** Gives heads of the receipts to others. */
  readonly headPublisher: HeadPublisher;
}

export function configHandlers(context: ConfigNeeds): Pick<Handlers, 'config'> {
  const { config, clock, trading, standstills, marketData, outbox, headPublisher } = context;
  return {
    config: () => ({
      name: config.brand.name,
      short_name: config.brand.shortName,
      accent: config.brand.accent,
      version: VERSION,
      demo: config.isDemo,
      sandbox: config.isSandbox,
      feed: config.feed.kind,
      feed_hosts: marketData.feedHosts(),
      time: clock.now(),
      languages: [...LANGUAGES],
      cooling_off_hours: config.coolingOffHours,
      channels: CHANNELS.filter((kind) => outbox.isOpen(kind)),
      ...(config.passkeys !== undefined && { passkeys: { rp_id: config.passkeys.rpId } }),
      ...(config.sso !== undefined && { operator_sso: config.sso.name }),
      options: config.options.isSold,
      ...(headPublisher.targets.length > 0 && { heads_published_at: [...headPublisher.targets] }),
      ...(trading.isCancelOnly && { cancel_only: true }),
      ...standstills.field(),
      ...lossesField(context),
      ...(config.companyName !== undefined && { company_name: config.companyName }),
      ...(config.companyLicence !== undefined && { company_licence: config.companyLicence }),
    }),
  };
}
