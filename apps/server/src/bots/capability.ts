/** Keys of users’ programs, and what is sent to them. */
import { STEPS_KEPT_DAYS } from '@fairlead/contract';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@fairlead/units';
import type { Capability } from '../core/capability.ts';
import { WEBHOOK_DELIVERIES_KEPT_MAX, WEBHOOK_ROUND_MS } from '../core/http/limits.ts';
import { Chore } from '../core/operations/chore.ts';
import type { Database } from '../core/store/database.ts';
import { pruneListenKeys } from './api-key-queries.ts';
import type { ApiKeys } from './api-keys.ts';
import type { BotsNeeds } from './needs.ts';
import { apiKeyHandlers } from './routes.ts';
import { createBots } from './services.ts';
import type { CourierNeeds, WebhookCourier } from './webhooks/courier.ts';
import { removeDeliveries } from './webhooks/delivery-queries.ts';
import { gaugeWebhooks } from './webhooks/gauges.ts';
import { passIdleWebhooks } from './webhooks/queries.ts';
import { webhookHandlers } from './webhooks/routes.ts';

export const bots = {
  services: createBots,
  routes: (needs) => ({ ...apiKeyHandlers(needs), ...webhookHandlers(needs) }),
  chores: (needs) => {
    const { database, clock, webhookCourier } = needs;
    const keptMax = WEBHOOK_DELIVERIES_KEPT_MAX;
    return [
      new Chore(MINUTE_MS, () => pruneListenKeys(database, clock.now())),
      new Chore(WEBHOOK_ROUND_MS, () => webhookCourier.round(needs)),
      new Chore(HOUR_MS, async () => {
        await passIdleWebhooks(database);
        await webhookCourier.passIdle(needs);
        const beforeMs = clock.now() - STEPS_KEPT_DAYS * DAY_MS;
        await removeDeliveries(database, { beforeMs, keptMax });
      }),
    ];
  },
  settle: ({ webhookCourier }) => webhookCourier.settled(),
  gauges: gaugeWebhooks,
  flush: ({ apiKeys }) => apiKeys.flush(),
} satisfies Capability<
  BotsNeeds &
    CourierNeeds & {
      readonly database: Database;
      readonly clock: { now(): number };
      readonly webhookCourier: WebhookCourier;
    },
  { readonly apiKeys: Pick<ApiKeys, 'flush'> }
>;
