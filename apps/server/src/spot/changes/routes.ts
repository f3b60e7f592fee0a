/** Amendments, replacements, and what an order said before each change. */
import { ProblemError } from '@fairlead/contract';
import type { AmendmentRow, AmendOrder, ReplaceOrder } from '@fairlead/engine';
import { priceText, quantityText } from '@fairlead/formula';
import { answerCommand } from '../../core/commands/answer.ts';
import type { Asked } from '../../core/commands/rules.ts';
import { type Call, type Handlers, userOf } from '../../core/http/handler.ts';
import type { Terms } from '../../market/index.ts';
import { readAmendment, readName, readOrder, readOrderName } from '../desk.ts';
import type { SpotNeeds } from '../needs.ts';
import { amendmentsPage, orderById } from '../queries.ts';

export type ChangeCalls = 'amendOrder' | 'replaceOrder' | 'amendments';

export function changeHandlers(context: SpotNeeds): Pick<Handlers, ChangeCalls> {
  const { commands, reads, terms } = context;
  return {
    amendOrder: (call) =>
      answerCommand({ commands, name: 'amendOrder', call }, () => amending(context, call)),
    replaceOrder: (call) =>
      answerCommand({ commands, name: 'replaceOrder', call }, () => replacing(context, call)),
    amendments: async (call) => {
      const { order_id: orderId, page, limit } = call.input;
      const order = await orderById(reads, userOf(call).userId, orderId);
      if (order === undefined) throw new ProblemError('not_found');
      const found = await amendmentsPage(reads, orderId, { page, limit });
      const view = (row: AmendmentRow) => amendmentView(row, order.marketId, terms);
      return { ...found, list: found.list.map(view) };
    },
  };
}

function amending({ terms }: SpotNeeds, { caller, input, say }: Call<'amendOrder'>) {
  const market = terms.askedMarket(input.symbol);
  const command: AmendOrder = {
    kind: 'amend_order',
    owner: userOf({ caller }).userId,
    marketId: market.marketId,
    order: readOrderName(input, say),
    ...readAmendment(input, market, say),
    ...(input.must_keep_place === true && { mustKeepPlace: true }),
  };
  return { command, reading: terms.readingOf(market.marketId) };
}

function replacing(
  { terms }: SpotNeeds,
  { caller, input, say }: Call<'replaceOrder'>,
): Asked<ReplaceOrder> {
  const market = terms.askedMarket(input.symbol);
  const { userId: owner } = userOf({ caller });
  const { cancel_order_id: orderId, cancel_client_order_id: clientOrderId } = input;
  const command: ReplaceOrder = {
    kind: 'replace_order',
    owner,
    order: readName({ orderId, clientOrderId }, { say, prefix: 'cancel_' }),
    mode: input.mode ?? 'stop_on_failure',
    placed: readOrder(input, { owner, market, say }),
  };
  return { command, reading: terms.readingOf(market.marketId) };
}

/** In the tick and lot that the order was placed with. */
function amendmentView(row: AmendmentRow, marketId: number, terms: Terms) {
  const { base } = terms.knownMarket(marketId);
  const { tickSizeE8, lotBaseMinor } = terms.gridOfOrder(marketId, row.orderId);
  const quantity = (lots: AmendmentRow['quantity']) => quantityText(lots, lotBaseMinor, base.scale);
  return {
    order_id: row.orderId,
    price_before: priceText(row.priceBefore, tickSizeE8),
    quantity_before: quantity(row.quantityBefore),
    ...(row.displayBefore !== undefined && {
      display_quantity_before: quantity(row.displayBefore),
    }),
    price: priceText(row.price, tickSizeE8),
    quantity: quantity(row.quantity),
    ...(row.display !== undefined && { display_quantity: quantity(row.display) }),
    kept_place: row.isInPlace,
    at: row.timeMs,
  };
}
