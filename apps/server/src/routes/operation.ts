/** What a client must know first, the demo's inbox and faucet, and where help answers. */
import { LANGUAGES, PRODUCT, ProblemError, routes, VERSION } from '@fairlead/contract';
import { amountMinor, parseDecimal } from '@fairlead/units';
import type { Context } from '../context.ts';
import { INBOX_MESSAGES_MAX } from '../limits.ts';
import { routeLabel } from '../plugins/envelope.ts';
import { readChatSettings } from '../services/chat-settings.ts';
import { upcomingTerms } from '../services/terms-upcoming.ts';
import { amountText } from '../services/views.ts';
import { readOfferings } from '../store/offering-queries.ts';
import { type Answer, type Call, type Handlers, userOf } from './handler.ts';
import { answerOnce, type Submit } from './money.ts';

const FAUCET = routeLabel(routes.faucet);
const CHANNELS = ['phone', 'email'] as const;

export function operationHandlers(
  context: Context,
): Pick<Handlers, 'config' | 'inbox' | 'faucet' | 'customerUrl' | 'upcomingTerms'> {
  const { config, clock, codes, identity, outbox, sequencer } = context;
  return {
    config: () => ({
      name: PRODUCT,
      version: VERSION,
      demo: config.isDemo,
      sandbox: config.isSandbox,
      feed: config.feed.kind,
      feed_hosts: context.marketData.feedHosts(),
      time: clock.now(),
      languages: [...LANGUAGES],
      channels: CHANNELS.filter((kind) => outbox.isOpen(kind)),
      options: config.options.isSold,
      ...(context.headPublisher.targets.length > 0 && {
        heads_published_at: [...context.headPublisher.targets],
      }),
      ...(context.trading.isCancelOnly && { cancel_only: true }),
      ...(context.trading.losses.length > 0 && { losses: [...context.trading.losses] }),
      ...(config.companyName !== undefined && { company_name: config.companyName }),
      ...(config.companyLicence !== undefined && { company_licence: config.companyLicence }),
    }),
    upcomingTerms: ({ say }) => upcomingTerms(context, say),
    inbox: async (call) => {
      if (!config.isDemo) throw new ProblemError('demo_only');
      const { to } = call.input;
      const target =
        to === undefined ? await identity.accountOf(userOf(call).userId) : targetOf(to);
      const userId = call.caller.kind === 'user' ? call.caller.userId : undefined;
      const viewer = { ...codes.requesterOf(call), userId };
      return outbox.inboxFor({ target, viewer }, INBOX_MESSAGES_MAX);
    },
    faucet: (call) =>
      answerOnce({ sequencer, call, route: FAUCET }, (submit) =>
        giveTestFunds(context, call, submit),
      ),
    customerUrl: async () => {
      const { url } = await readChatSettings(context.database);
      return { url: url ?? config.customerUrl ?? `${config.publicUrl}/#/pages/help/center/chat` };
    },
  };
}

/** An e-mail address in lower case, a phone number as E.164, or its digits where the calling code may be left out. */
function targetOf(text: string): string {
  if (text.includes('@')) return text.trim().toLowerCase();
  const digits = text.replace(/\D/g, '');
  return text.trim().startsWith('+') ? `+${digits}` : digits;
}

async function giveTestFunds(
  context: Context,
  call: Call<'faucet'>,
  submit: Submit,
): Promise<Answer> {
  const { config, terms, faucet, database } = context;
  if (!config.isDemo) throw new ProblemError('demo_only');
  const currency = terms.currency(call.input.currency_id);
  if (currency === undefined) throw new ProblemError('not_found');
  // What is sold is given to nobody.
  const isOffered = (await readOfferings(database)).some(
    ({ currencyId }) => currencyId === currency.currencyId,
  );
  if (!currency.isEnabled || isOffered) throw new ProblemError('currency_closed');
  const amount = parseDecimal(call.input.amount, currency.scale);
  if (amount === undefined) {
    const text = call.say('fields.decimals', { count: currency.scale });
    throw new ProblemError('validation_failed', { fields: { amount: text } });
  }
  const grant = {
    userId: userOf(call).userId,
    currency,
    amount: amountMinor(amount),
    idempotencyKey: call.idempotencyKey,
  };
  return faucet.give(grant, (command) =>
    submit({
      command,
      view: (value) => ({
        id: value.kind === 'entry' ? value.entryId : 0,
        currency_id: currency.currencyId,
        amount: amountText(grant.amount, currency),
      }),
    }),
  );
}
