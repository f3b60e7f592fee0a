/** What is not about one position: markets, their terms and states, and money that comes and goes. */
import type { Command, Reject } from '@fairlead/engine';
import { partsOf } from './naive-futures-checks.ts';
import { end, type NaivePositions } from './naive-positions.ts';

type Of<Kind extends Command['kind']> = Extract<Command, { kind: Kind }>;
type Outcome = Reject | 'ok';

export function addMarket(
  book: NaivePositions,
  { market: terms }: Of<'configure_market'>,
): Outcome {
  const base = book.scales.get(terms.baseCurrencyId) ?? 0;
  const quote = book.scales.get(terms.quoteCurrencyId) ?? 0;
  const { state } = terms;
  book.markets.set(terms.marketId, {
    terms,
    scales: { base, quote },
    state,
    last: undefined,
  });
  return 'ok';
}

export function configure(book: NaivePositions, { terms }: Of<'configure_futures'>): Outcome {
  const { priceStepE8: step, halfSpreadPpm, marketId } = terms;
  const price = book.market(marketId).last?.price;
  const isCoarse = price !== undefined && 10n * step * 1_000_000n > price * halfSpreadPpm;
  if (isCoarse && step > 1n) return 'terms_invalid';
  book.terms.set(marketId, terms);
  return 'ok';
}

export function post(
  book: NaivePositions,
  { source, target, currencyId, amount }: Of<'post_entry'>,
): Outcome {
  const [from, to] = [partsOf(source), partsOf(target)];
  const isPaid =
    from.account === 'external' || book.available(from.owner, from.account, currencyId) >= amount;
  if (!isPaid) return 'insufficient_balance';
  const name = ({ owner, account }: typeof from) => `${owner} ${account} ${currencyId}`;
  book.move(name(from), name(to), amount);
  return 'ok';
}

export function transfer(
  book: NaivePositions,
  { owner, source, target, currencyId, amount }: Of<'transfer'>,
): Outcome {
  if (!book.owners.has(owner)) return 'account_not_found';
  if (book.frozen.has(owner)) return 'account_frozen';
  if (amount <= 0n) return 'amount_not_positive';
  if (book.available(owner, source, currencyId) < amount) return 'insufficient_balance';
  book.move(`${owner} ${source} ${currencyId}`, `${owner} ${target} ${currencyId}`, amount);
  return 'ok';
}

export function setState(
  book: NaivePositions,
  { marketId, state }: Of<'set_market_state'>,
): Outcome {
  const market = book.markets.get(marketId);
  if (market === undefined) return 'market_not_found';
  const here = book.live(({ asked }) => asked.marketId === marketId);
  if (state === 'closed') {
    if (here.some(({ status }) => status === 'holding')) return 'market_in_use';
    for (const each of here) end(each, 'market_closed');
  }
  market.state = state;
  return 'ok';
}
