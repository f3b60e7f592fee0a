/**
 * What must hold before an option is asked of the engine, in the order in which it is said. Terms, limits, price and
 * balance are checked by the engine, where requests come one after another (P6).
 */

import { type ParsedOf, ProblemError } from '@fairlead/contract';
import { type BuyOption, mainOf } from '@fairlead/engine';
import { amountMinor, PRICE_SCALE, priceE8, RATE_SCALE, ratePpm } from '@fairlead/units';
import { Decimals } from '../core/http/fields/decimals.ts';
import type { Say } from '../core/texts/texts.ts';
import type { OptionsNeeds } from './needs.ts';

/** What the engine takes; more than there is of anything. */
const AMOUNT_MAX = 2n ** 62n;

export interface OptionAsked {
  readonly userId: number;
  readonly input: ParsedOf<'buyOption'>;
  readonly say: Say;
}

/** Makes the command of a purchase that may be made; throws ProblemError. */
export async function prepareOption(
  { config, terms, verification, reconciler }: OptionsNeeds,
  { userId, input, say }: OptionAsked,
): Promise<BuyOption> {
  const { isSold, deniedCountries } = config.options;
  if (!isSold) throw new ProblemError('options_closed');
  const market = terms.market(input.symbol);
  const currency = terms.currency(input.currency_id);
  if (market === undefined || currency === undefined) throw new ProblemError('not_found');
  const person = await verification.verifiedPerson(mainOf(userId));
  if (person === undefined) throw new ProblemError('kyc_required');
  if (person.country === undefined || deniedCountries.includes(person.country))
    throw new ProblemError('options_closed');
  // Nothing is sold on books that do not add up; what is open is settled all the same.
  if (!reconciler.isSound) throw new ProblemError('unavailable');
  const decimals = new Decimals(say);
  const stake = decimals.read('amount', input.amount, currency.scale);
  const { shown_price: shown } = input;
  const shownPrice =
    shown === undefined ? undefined : decimals.read('shown_price', shown, PRICE_SCALE);
  const shownPayout = decimals.optional('shown_payout_ratio', input.shown_payout_ratio, RATE_SCALE);
  const shownFee = decimals.optional('shown_fee_rate', input.shown_fee_rate, RATE_SCALE);
  decimals.check();
  if (stake > AMOUNT_MAX) throw new ProblemError('above_maximum');
  return {
    kind: 'buy_option',
    owner: userId,
    marketId: market.marketId,
    currencyId: currency.currencyId,
    direction: input.direction,
    seconds: input.seconds,
    stake: amountMinor(stake),
    ...(shownPrice !== undefined && { shownPrice: priceE8(shownPrice) }),
    shownTerms: {
      ...(shownPayout !== undefined && { payoutRatioPpm: ratePpm(shownPayout) }),
      ...(shownFee !== undefined && { feePpm: ratePpm(shownFee) }),
    },
  };
}
