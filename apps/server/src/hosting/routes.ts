/** Locked funds: what is sold, buying, a user's own orders and their early end. */

import { type HostingOrder, ProblemError, type ResponseOf, routes } from '@fairlead/contract';
import type { Value } from '@fairlead/engine';
import { routeLabel } from '../core/http/envelope.ts';
import { amountText } from '../core/http/figures.ts';
import { type Handlers, userOf } from '../core/http/handler.ts';
import { answerOnce } from '../core/http/money.ts';
import type { Say } from '../core/texts/texts.ts';
import { availableTo } from '../ledger/index.ts';
import { type OfferedProduct, offeredProducts, prepareHosting, prepareRedemption } from './desk.ts';
import type { HostingNeeds } from './needs.ts';
import { hostingsPage } from './queries.ts';
import { hostingReport } from './report.ts';
import { hostingProductView, hostingRules, hostingView } from './views.ts';

type Names =
  | 'hostingReport'
  | 'hostingProducts'
  | 'hostingProduct'
  | 'buyHosting'
  | 'hostingOrders'
  | 'redeemHosting';

const BUY = routeLabel(routes.buyHosting);
const REDEEM = routeLabel(routes.redeemHosting);

export function hostingHandlers(context: HostingNeeds): Pick<Handlers, Names> {
  const { sequencer, gate, terms, books, reads } = context;
  const productView = (product: OfferedProduct, say: Say) =>
    hostingProductView(product, terms.knownCurrency(product.currencyId), say);
  const orderOf = (value: Value): HostingOrder => {
    if (value.kind !== 'hosting') throw new TypeError(`a hosting order answered ${value.kind}`);
    return hostingView(value.hosting, terms);
  };
  return {
    hostingReport: (call) => hostingReport(context, userOf(call).userId),
    hostingProducts: async ({ say }) => {
      const products = await offeredProducts(books);
      return products.filter(({ isOpen }) => isOpen).map((product) => productView(product, say));
    },
    hostingProduct: async ({ input: { id }, caller, say }) => {
      const product = (await offeredProducts(books)).find(({ productId }) => productId === id);
      if (product === undefined) throw new ProblemError('not_found');
      const currency = terms.knownCurrency(product.currencyId);
      const available = (await availableTo(context, caller, 'trust'))(product.currencyId);
      return {
        ...productView(product, say),
        rules: hostingRules(product, currency, say),
        ...(available !== undefined && { available: amountText(available, currency) }),
      };
    },
    buyHosting: (call) =>
      answerOnce({ sequencer, gate, call, route: BUY }, async (submit) => {
        const { input, say } = call;
        const command = await prepareHosting(context, { userId: userOf(call).userId, input, say });
        return submit({
          command,
          view: (value) => ({ order: orderOf(value) }),
          fields: (reject) =>
            reject === 'insufficient_balance' ? { amount: say('fields.balance_low') } : undefined,
        });
      }),
    hostingOrders: async (call) => {
      const { status, page, limit } = call.input;
      const filter = { owner: userOf(call).userId, ...(status !== undefined && { status }) };
      const found = await hostingsPage(reads, filter, { page, limit });
      return { ...found, list: found.list.map((row) => hostingView(row, terms)) };
    },
    redeemHosting: (call) =>
      answerOnce({ sequencer, gate, call, route: REDEEM }, async (submit) => {
        const command = await prepareRedemption(books, userOf(call).userId, call.input.id);
        return submit({ command, view: (value) => redemptionOf(orderOf(value)) });
      }),
  };
}

function redemptionOf(order: HostingOrder): ResponseOf<'redeemHosting'> {
  const { damages, penalty, redeemable_amount: returned } = order;
  return { damages, penalty, returned, order };
}
