/** Rise/fall options: what is sold, buying at the next index sample, and a user's own orders. */

import { type OptionOrder, routes } from '@fairlead/contract';
import type { Value } from '@fairlead/engine';
import { routeLabel } from '../core/http/envelope.ts';
import { type Handlers, userOf } from '../core/http/handler.ts';
import { answerOnce } from '../core/http/money.ts';
import { availableTo } from '../ledger/index.ts';
import { prepareOption } from './desk.ts';
import type { OptionsNeeds } from './needs.ts';
import { optionsPage } from './queries.ts';
import { optionTimeView, optionView, optionViewer, payableCurrencyView } from './views.ts';

type Names = 'optionTimes' | 'payableCurrencies' | 'buyOption' | 'optionOrders';

const BUY = routeLabel(routes.buyOption);

export function optionHandlers(context: OptionsNeeds): Pick<Handlers, Names> {
  const { config, clock, sequencer, gate, terms, marketData, reads } = context;
  const { derivatives } = marketData;
  const view = optionViewer(context);
  const boughtView = (value: Value): { order: OptionOrder } => {
    if (value.kind !== 'option') throw new TypeError(`an option answered ${value.kind}`);
    const { option } = value;
    // The index that it was bought at is not published yet.
    const now = { terms, nowMs: clock.now(), indexPrice: option.strike };
    return { order: optionView(option, now) };
  };
  return {
    optionTimes: ({ input: { symbol } }) => {
      const marketId =
        symbol === undefined ? firstMarketId(context) : terms.askedMarket(symbol).marketId;
      const sold = marketId === undefined ? undefined : derivatives.options(marketId);
      if (sold === undefined || !sold.isOpen || !config.options.isSold) return [];
      const { quote } = terms.knownMarket(sold.marketId);
      return sold.times.map((time) => optionTimeView(time, quote));
    },
    payableCurrencies: async ({ caller }) => {
      if (!config.options.isSold) return [];
      const available = await availableTo(context, caller, 'option');
      return derivatives
        .optionCurrencies()
        .filter(({ isOpen }) => isOpen)
        .map((paidIn) => {
          const currency = terms.knownCurrency(paidIn.currencyId);
          return payableCurrencyView(paidIn, currency, available(paidIn.currencyId));
        });
    },
    buyOption: (call) =>
      answerOnce({ sequencer, gate, call, route: BUY, opens: 'buy_option' }, async (submit) => {
        const { userId } = userOf(call);
        const command = await prepareOption(context, { userId, input: call.input, say: call.say });
        return submit({ command, view: boughtView, afterSamplesOf: [command.marketId] });
      }),
    optionOrders: async (call) => {
      const { symbol, status, page, limit } = call.input;
      const filter = {
        owner: userOf(call).userId,
        ...(symbol !== undefined && { marketId: terms.askedMarket(symbol).marketId }),
        ...(status !== undefined && { status }),
      };
      const found = await optionsPage(reads, filter, { page, limit });
      return { ...found, list: found.list.map(view) };
    },
  };
}

const firstMarketId = ({ marketData }: OptionsNeeds): number | undefined =>
  marketData.derivatives.allOptions().find(({ isOpen }) => isOpen)?.marketId;
