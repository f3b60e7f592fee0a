/** Endpoints of users' webhooks: whatever changes one takes the login password and the second factor, as keys do (S6). */
import { type Call, type Handlers, userOf } from '../../core/http/handler.ts';
import type { BotsNeeds } from '../needs.ts';
import { prove } from '../proof.ts';
import type { WebhookRow } from './queries.ts';
import { deliveryView, webhookView } from './webhooks.ts';

type Names =
  | 'webhooks'
  | 'createWebhook'
  | 'editWebhook'
  | 'rotateWebhookSecret'
  | 'removeWebhook'
  | 'webhookDeliveries'
  | 'replayWebhook';
type Proved = 'createWebhook' | 'editWebhook' | 'rotateWebhookSecret' | 'removeWebhook';

export function webhookHandlers(context: BotsNeeds): Pick<Handlers, Names> {
  const { webhooks, log, messages } = context;
  const tell = async (call: Call<Proved>, event: string, row: WebhookRow): Promise<void> => {
    const { webhookId, userId, label, url } = row;
    log.info({ event, userId, webhookId }, 'a webhook of a user');
    const kind = event === 'webhook_created' ? 'webhook_created' : 'webhook_changed';
    const values = { label, host: new URL(url).host, ip: call.ip };
    await messages.tellAndMail(userId, kind, values);
  };
  const ownOf = (call: { readonly input: { readonly id: number } } & Pick<Call, 'caller'>) => ({
    userId: userOf(call).userId,
    webhookId: call.input.id,
  });
  return {
    webhooks: async (call) => (await webhooks.list(userOf(call).userId)).map(webhookView),
    createWebhook: async (call) => {
      const owner = { userId: userOf(call).userId, verifiedHash: await prove(context, call) };
      const { row, secret } = await webhooks.create(owner, call.input, call.say);
      await tell(call, 'webhook_created', row);
      return { webhook: webhookView(row), secret };
    },
    editWebhook: async (call) => {
      const own = { ...ownOf(call), verifiedHash: await prove(context, call) };
      const row = await webhooks.edit(own, call.input, call.say);
      await tell(call, 'webhook_changed', row);
      return webhookView(row);
    },
    rotateWebhookSecret: async (call) => {
      await prove(context, call);
      const { row, secret } = await webhooks.rotate(ownOf(call));
      await tell(call, 'webhook_secret_changed', row);
      return { webhook: webhookView(row), secret };
    },
    removeWebhook: async (call) => {
      await prove(context, call);
      const row = await webhooks.remove(ownOf(call));
      await tell(call, 'webhook_removed', row);
      return call.say('done.webhook_removed');
    },
    webhookDeliveries: async (call) => {
      const { row, page } = await webhooks.deliveries(ownOf(call), call.input);
      return { ...page, list: page.list.map((each) => deliveryView(row, each)) };
    },
    replayWebhook: async (call) => webhookView(await webhooks.replay(ownOf(call), call.input)),
  };
}
