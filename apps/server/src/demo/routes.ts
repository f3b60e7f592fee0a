/** The demo's inbox and faucet. */

import { ProblemError, routes } from '@fairlead/contract';
import { amountMinor, parseDecimal } from '@fairlead/units';
import { routeLabel } from '../core/http/envelope.ts';
import { amountText } from '../core/http/figures.ts';
import { type Answer, type Call, type Handlers, userOf } from '../core/http/handler.ts';
import { INBOX_MESSAGES_MAX } from '../core/http/limits.ts';
import { answerOnce, type Submit } from '../core/http/money.ts';
import { readOfferings } from '../offerings/index.ts';
import type { DemoNeeds } from './needs.ts';

const FAUCET = routeLabel(routes.faucet);

export function demoHandlers(context: DemoNeeds): Pick<Handlers, 'inbox' | 'faucet'> {
  const { config, codes, identity, outbox, sequencer, gate } = context;
  return {
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
      answerOnce({ sequencer, gate, call, route: FAUCET }, (submit) =>
        giveTestFunds(context, call, submit),
      ),
  };
}

/** An e-mail address in lower case, a phone number as E.164, or its digits where the calling code may be left out. */
function targetOf(text: string): string {
  if (text.includes('@')) return text.trim().toLowerCase();
  const digits = text.replace(/\D/g, '');
  return text.trim().startsWith('+') ? `+${digits}` : digits;
}

async function giveTestFunds(
  context: DemoNeeds,
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
