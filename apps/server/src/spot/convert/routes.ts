/** Conversions: quoted by the published book, and sent to the engine with the bounds that the caller agreed to. */
import { ProblemError } from '@fairlead/contract';
import type { Convert } from '@fairlead/engine';
import {
  type AmountMinor,
  amountMinor,
  divFloor,
  type PriceTicks,
  parseDecimal,
  quantityLots,
  RATE_SCALE,
  type RatePpm,
  ratePpm,
} from '@fairlead/units';
import { answerCommand } from '../../core/commands/answer.ts';
import { type Admitted, type Asked, ReadAgainError } from '../../core/commands/rules.ts';
import { FieldProblems } from '../../core/http/fields/problems.ts';
import { type Call, type Handlers, userOf } from '../../core/http/handler.ts';
import type { MarketTerms, Terms } from '../../market/index.ts';
import { readPrice, readShownFee } from '../desk.ts';
import type { SpotCommandNeeds, SpotNeeds } from '../needs.ts';
import { type ConversionPath, conversionPath, pathReading } from './path.ts';
import { conversionsPage } from './queries.ts';
import { type QuotedLeg, quotePurchase, quoteSale } from './quote.ts';
import { quotedMarket } from './quoted-market.ts';
import { convertedView, quoteView } from './views.ts';

export type ConvertCalls = 'conversionQuote' | 'convert' | 'conversions';

const TOLERANCE_PPM = ratePpm(5_000n);
const TOLERANCE_MAX_PPM = 50_000n;
/** What a column holds, with room for sums. */
const VALUE_MAX = 2n ** 61n;

export function convertHandlers(context: SpotNeeds): Pick<Handlers, ConvertCalls> {
  const { commands, terms, clock, reads } = context;
  return {
    conversionQuote: (call) => {
      const legs = quote(context, call);
      return quoteView(legs, terms, { ...call.input, nowMs: clock.now() });
    },
    convert: (call) =>
      answerCommand({ commands, name: 'convert', call }, () => converting(terms, call)),
    conversions: async (call) => {
      const found = await conversionsPage(reads, userOf(call).userId, call.input);
      return { ...found, list: found.list.map((whole) => convertedView(whole, terms)) };
    },
  };
}

function quote(context: SpotNeeds, call: Call<'conversionQuote'>): QuotedLeg[] {
  const { input } = call;
  const { terms } = context;
  const { sale, purchase } = conversionPath(terms, input);
  const problems = new FieldProblems(call.say);
  const amount = readAmount(input, terms, problems);
  const tolerance = readTolerance(input.tolerance_rate, problems);
  problems.throwIfAny();
  const at = (market: MarketTerms) => quotedMarket(context, market);
  const sold = sale && quoteSale(at(sale), lotsOf(amount, sale), tolerance);
  if (purchase === undefined) return sold === undefined ? [] : [sold];
  const pays = { budget: sold?.received ?? amount, least: sold?.receivedLeast ?? amount };
  const bought = quotePurchase(at(purchase), pays, tolerance);
  return sold === undefined ? [bought] : [sold, bought];
}

function lotsOf(amount: AmountMinor, { lotBaseMinor }: MarketTerms): number {
  const lots = divFloor(amount, lotBaseMinor);
  if (lots > BigInt(Number.MAX_SAFE_INTEGER)) throw new ProblemError('above_maximum');
  return Number(lots);
}

function readAmount(
  {
    from_currency_id: from,
    amount: text,
  }: Pick<Call<'convert'>['input'], 'from_currency_id' | 'amount'>,
  terms: Terms,
  problems: FieldProblems,
): AmountMinor {
  const { scale } = terms.knownCurrency(from);
  const amount = parseDecimal(text, scale);
  if (amount === undefined) problems.add('amount', 'decimals', { count: scale });
  return amountMinor(amount ?? 1n);
}

/** What the quote said would come: kept beside what does. */
function readQuoted(
  {
    to_currency_id: to,
    quoted_receives: text,
  }: Pick<Call<'convert'>['input'], 'to_currency_id' | 'quoted_receives'>,
  terms: Terms,
  problems: FieldProblems,
): AmountMinor | undefined {
  if (text === undefined) return undefined;
  const { scale } = terms.knownCurrency(to);
  const amount = parseDecimal(text, scale);
  if (amount === undefined) problems.add('quoted_receives', 'decimals', { count: scale });
  else if (amount > VALUE_MAX) problems.add('quoted_receives', 'too_large');
  return amountMinor(amount === undefined || amount > VALUE_MAX ? 0n : amount);
}

function readTolerance(text: string | undefined, problems: FieldProblems): RatePpm {
  if (text === undefined) return TOLERANCE_PPM;
  const rate = parseDecimal(text, RATE_SCALE);
  if (rate === undefined) problems.add('tolerance_rate', 'decimals', { count: RATE_SCALE });
  else if (rate > TOLERANCE_MAX_PPM) problems.add('tolerance_rate', 'too_large');
  return ratePpm(rate ?? 0n);
}

function converting(terms: Terms, call: Call<'convert'>): Asked<Convert> {
  const { input } = call;
  const path = conversionPath(terms, input);
  const problems = new FieldProblems(call.say);
  const amount = readAmount(input, terms, problems);
  const shownFeePpm = readShownFee(input.shown_fee_rate, problems);
  const quotedReceived = readQuoted(input, terms, problems);
  const legs = readLegs(input, path, { amount, problems });
  problems.throwIfAny();
  const command: Convert = {
    ...{ kind: 'convert', owner: userOf(call).userId, goodTillMs: input.expires_at },
    ...legs,
    ...(shownFeePpm !== undefined && { shownFeePpm }),
    ...(quotedReceived !== undefined && { quotedReceived }),
  };
  return { command, reading: pathReading(terms, path) };
}

function readLegs(
  input: Call<'convert'>['input'],
  { sale, purchase }: ConversionPath,
  { amount, problems }: { readonly amount: AmountMinor; readonly problems: FieldProblems },
): Pick<Convert, 'sale' | 'purchase'> {
  const worstOf = (market: MarketTerms, field: 'worst_sale_price' | 'worst_purchase_price') =>
    readPrice(input[field], market, { problems, field }) ?? (1 as PriceTicks);
  return {
    ...(sale !== undefined && {
      sale: {
        marketId: sale.marketId,
        quantity: quantityLots(lotsOf(amount, sale)),
        worst: worstOf(sale, 'worst_sale_price'),
      },
    }),
    ...(purchase !== undefined && {
      purchase: {
        marketId: purchase.marketId,
        ...(sale === undefined && { amount }),
        worst: worstOf(purchase, 'worst_purchase_price'),
      },
    }),
  };
}

/** Each enters the gates of all its markets until it is answered. */
export function admitConversions(
  { terms, reconciler, orderGate }: SpotCommandNeeds,
  asked: readonly Asked<Convert>[],
): readonly (Admitted | ProblemError)[] {
  const marketsOf = ({ sale, purchase }: Convert) =>
    [sale, purchase].flatMap((leg) => (leg === undefined ? [] : [leg.marketId]));
  for (const { command, reading } of asked) {
    const { sale, purchase } = command;
    const path = {
      ...(sale !== undefined && { sale: terms.knownMarket(sale.marketId) }),
      ...(purchase !== undefined && { purchase: terms.knownMarket(purchase.marketId) }),
    };
    if (pathReading(terms, path) !== reading)
      throw new ReadAgainError('a market has another tick or lot now');
  }
  return asked.map(({ command }) => {
    if (!reconciler.isSound) return new ProblemError('unavailable');
    const entered: number[] = [];
    const leave = () => {
      for (const marketId of entered) orderGate.leave(marketId);
    };
    try {
      for (const marketId of marketsOf(command)) {
        orderGate.enter(marketId);
        entered.push(marketId);
      }
      return { command, leave };
    } catch (error) {
      leave();
      if (error instanceof ProblemError) return error;
      throw error;
    }
  });
}
