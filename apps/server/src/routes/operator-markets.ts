/** Currencies and markets are data: operators change them while all goes on. */
import { ProblemError } from '@fairlead/contract';
import type { Command } from '@fairlead/engine';
import type { Context } from '../context.ts';
import { act, runCommand } from '../services/operators-acts.ts';
import { currencyView, marketView, readCurrency, readMarket } from '../services/operators-terms.ts';
import { insertTermsVersion } from '../store/custody-terms-queries.ts';
import { type Call, type Handlers, operatorOf } from './handler.ts';

type Names =
  | 'operatorCurrencies'
  | 'operatorSaveCurrency'
  | 'operatorMarkets'
  | 'operatorSaveMarket'
  | 'operatorHalt';

export function operatorMarketHandlers(context: Context): Pick<Handlers, Names> {
  const { terms } = context;
  return {
    operatorCurrencies: () => terms.currencies().map(currencyView),
    operatorSaveCurrency: async (call) => {
      const currency = readCurrency(call.input);
      const named = terms.currencyNamed(currency.name);
      if (named !== undefined && named.currencyId !== currency.currencyId)
        throw new ProblemError('name_taken');
      const before = terms.currency(currency.currencyId);
      await saveTerms(context, call, {
        kind: 'currency',
        name: currency.name,
        command: { kind: 'configure_currency', currency },
        before: before && currencyView(before),
        after: currencyView(currency),
      });
      return { currency_id: currency.currencyId };
    },
    operatorMarkets: () => terms.markets().map(marketView),
    operatorSaveMarket: async (call) => {
      const market = readMarket(call.input, terms, call.say);
      const before = terms.market(market.symbol);
      const after = { ...call.input, market_id: market.marketId };
      // Orders under way were read with the present tick and lot.
      await context.orderGate.whileClosed(market.marketId, () =>
        saveTerms(context, call, {
          kind: 'market',
          name: market.symbol,
          command: { kind: 'configure_market', market },
          before: before && marketView(before),
          after,
        }),
      );
      return { market_id: market.marketId };
    },
    operatorHalt: async (call) => {
      const { symbol, state } = call.input;
      const market = terms.askedMarket(symbol);
      const { marketId } = market;
      const halted = { action: 'market.state', subject: `market ${symbol}`, detail: call.input };
      await act(context, call, halted, () =>
        runCommand(context, { kind: 'set_market_state', marketId, state }),
      );
      return { symbol, state };
    },
  };
}

interface SavedTerms {
  readonly kind: 'currency' | 'market';
  readonly name: string;
  readonly command: Command;
  readonly before: object | undefined;
  readonly after: object;
}

/** Puts terms in force at once and keeps what they were and became. */
async function saveTerms(
  context: Context,
  call: Call<'operatorSaveCurrency'> | Call<'operatorSaveMarket'>,
  { kind, name, command, before, after }: SavedTerms,
): Promise<void> {
  const subject = `${kind} ${name}`;
  await act(context, call, { action: `${kind}.saved`, subject, detail: call.input }, async () => {
    await runCommand(context, command);
    await insertTermsVersion(context.database, {
      kind,
      subject,
      before: before && JSON.stringify(before),
      after: JSON.stringify(after),
      operatorId: operatorOf(call).operatorId,
      timeMs: context.clock.now(),
    });
  });
}
