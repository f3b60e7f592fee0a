/**
 * Statements of a family, or of some accounts of it, as one: sums of the accounts', in which what moved among them is no movement. What
 * moved between them and the rest of the family is.
 */
import type { Statement } from '@fairlead/contract';
import type { Currency } from '@fairlead/engine';
import { parseDecimal } from '@fairlead/units';
import { amountText } from '../core/http/figures.ts';
import { PAGE_ROWS_MAX } from '../core/store/limits.ts';
import type { Terms } from '../market/index.ts';

const AMONG_THEM = 'family_transfer';

type Line = Statement['currencies'][number];

export function together(statements: readonly Statement[], terms: Terms): Statement {
  const [first] = statements;
  if (first === undefined) throw new TypeError('a family has a main account');
  const currencies = terms.currencies().flatMap((currency) => {
    const lines = statements.flatMap((each) =>
      each.currencies.filter(({ currency_id }) => currency_id === currency.currencyId),
    );
    return lines.length === 0 ? [] : [lineOf(lines, currency)];
  });
  const corrections = statements
    .flatMap((each) => each.corrections ?? [])
    .toSorted((left, right) => right.time - left.time)
    .slice(0, PAGE_ROWS_MAX);
  const { from, to } = first;
  return { from, to, currencies, ...(corrections.length > 0 && { corrections }) };
}

function lineOf(lines: readonly Line[], currency: Currency): Line {
  const sum = (amounts: readonly string[]): string =>
    amountText(
      amounts.reduce((total, text) => total + signed(text, currency), 0n),
      currency,
    );
  const kinds = Map.groupBy(
    lines.flatMap(({ movements }) => movements),
    ({ kind }) => kind,
  );
  const moving = lines.flatMap(({ on_the_way }) => on_the_way ?? []);
  return {
    currency_id: currency.currencyId,
    name: currency.name,
    opening: sum(lines.map(({ opening }) => opening)),
    closing: sum(lines.map(({ closing }) => closing)),
    ...(moving.length > 0 && { on_the_way: sum(moving) }),
    movements: [...kinds.values()]
      .flatMap((list) => {
        const [one] = list;
        if (one === undefined) return [];
        const count = list.reduce((total, each) => total + each.count, 0);
        const amount = sum(list.map((each) => each.amount));
        // Either side of what moved among them is in the sum.
        if (one.kind === AMONG_THEM && signed(amount, currency) === 0n) return [];
        return [{ ...one, amount, count }];
      })
      .toSorted((left, right) => right.count - left.count || left.kind.localeCompare(right.kind)),
  };
}

/** What `amountText` wrote, to the unit. */
function signed(text: string, { scale }: Currency): bigint {
  const isNegative = text.startsWith('-');
  const amount = parseDecimal(isNegative ? text.slice(1) : text, scale);
  if (amount === undefined) throw new TypeError('an amount of ours is one');
  return isNegative ? -amount : amount;
}
