/** From the press of the button to the order. */

import { useAction } from '@fairlead/calls';
import type { Order, OrderList, Quotation, TriggerOrder } from '@fairlead/contract';
import { toast } from '@fairlead/ui';
import type { Dispatch } from 'react';
import { useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import { href } from '../../app/navigation.ts';
import { useConfirmation } from '../../data/account/settings.ts';
import { resyncQuotations } from '../../data/markets/quotations.ts';
import { type TicketFlow, useTicketFlow } from '../../data/use-ticket-flow.ts';
import { isList, summarizeOrders } from './list-order.ts';
import { type ListRequest, listRequest } from './list-request.ts';
import type { TicketInputs, TicketSummary } from './model.ts';
import {
  type OrderRequest,
  orderRequest,
  type TriggerRequest,
  triggerRequest,
} from './order-request.ts';
import type { TicketAction, TicketState } from './state.ts';
import type { Validation } from './validate.ts';

export interface OrderFlowOptions {
  readonly market: Quotation | undefined;
  readonly state: TicketState;
  readonly dispatch: Dispatch<TicketAction>;
  readonly inputs: TicketInputs;
  readonly summary: TicketSummary;
  readonly validation: Validation;
  /** Whether what is shown now is too old to trade on. */
  readonly isOld: () => boolean;
}

export interface OrderFlow extends Omit<TicketFlow, 'moved'> {
  readonly isSending: boolean;
  /** What is confirmed, if it is not what the ticket comes to now: what no answer came to, sent again as it was. */
  readonly again: { readonly state: TicketState; readonly summary: TicketSummary } | undefined;
}

/** The ticket with the figures of a request that was made of it before. */
function againOf(
  request: OrderRequest | TriggerRequest | ListRequest,
  { state, inputs }: Pick<OrderFlowOptions, 'state' | 'inputs'>,
): OrderFlow['again'] {
  // Of a list the order that the ticket is.
  const order: Partial<OrderRequest> =
    'legs' in request ? (request.working ?? request.legs[0] ?? {}) : request;
  const { price, quantity, amount } = order;
  const size: TicketState['size'] =
    quantity === undefined
      ? { by: 'total', text: amount ?? '' }
      : { by: 'quantity', text: quantity };
  const before = { ...state, size, ...(price !== undefined && { price }) };
  return { state: before, summary: summarizeOrders(before, inputs) };
}

function useSayPlaced() {
  const t = useTranslations('trade');
  const navigate = useNavigate();
  return ({ id, symbol, status }: Order) =>
    toast({
      kind: status === 'cancelled' ? 'info' : 'good',
      text: t(`placed.${status}`),
      detail: t('orderNumber', { id: String(id) }),
      action: {
        label: t('view'),
        onClick: () => {
          navigate(href('pages/trade/orders', { symbol, status, order: id }).slice(1));
        },
      },
    });
}

function useSayWaiting() {
  const t = useTranslations('trade');
  const navigate = useNavigate();
  return ({ id, symbol }: TriggerOrder) =>
    toast({
      kind: 'good',
      text: t('placed.trigger'),
      detail: t('orderNumber', { id: String(id) }),
      action: {
        label: t('view'),
        onClick: () => {
          navigate(href('pages/trade/orders', { symbol, status: 'triggers', order: id }).slice(1));
        },
      },
    });
}

function useSayListed() {
  const t = useTranslations('trade');
  const navigate = useNavigate();
  return ({ id, symbol }: OrderList) =>
    toast({
      kind: 'good',
      text: t('placed.list'),
      detail: t('listNumber', { id: String(id) }),
      action: {
        label: t('view'),
        onClick: () => {
          navigate(href('pages/trade/orders', { symbol, status: 'lists' }).slice(1));
        },
      },
    });
}

export function useOrderFlow(options: OrderFlowOptions): OrderFlow {
  const { market, state, dispatch, validation, isOld } = options;
  const sayPlaced = useSayPlaced();
  const sayWaiting = useSayWaiting();
  const sayListed = useSayListed();
  const onError = ({ code }: { readonly code: string }) => {
    // Rates and the index come with the quotations.
    if (code === 'terms_changed' || code === 'price_reached') resyncQuotations();
    return false;
  };
  const asksFirst = useConfirmation(state.type === 'limit' ? 'limit_order' : 'market_order');
  const place = useAction('placeOrder', {
    invalidates: ['orders', 'wallet'],
    onSuccess: ({ order }) => {
      dispatch({ kind: 'placed' });
      sayPlaced(order);
    },
    onError,
  });
  const placeWaiting = useAction('placeTrigger', {
    invalidates: ['triggers', 'wallet'],
    onSuccess: ({ trigger_order }) => {
      dispatch({ kind: 'placed' });
      sayWaiting(trigger_order);
    },
    onError,
  });
  const placeList = useAction('placeOrderList', {
    invalidates: ['orders', 'triggers', 'orderLists', 'wallet'],
    onSuccess: ({ order_list }) => {
      dispatch({ kind: 'placed' });
      sayListed(order_list);
    },
    onError,
  });
  // A share of what is available comes to another quantity at each look.
  const { isTried: _, ...typed } = state;
  const meant = JSON.stringify({ ...typed, symbol: market?.symbol });
  const kept = isList(state)
    ? placeList.kept(meant)
    : (state.trigger === undefined ? place : placeWaiting).kept(meant);
  const send = sendOf(options, {
    order: (request) => place.run(request, meant),
    trigger: (request) => placeWaiting.run(request, meant),
    list: (request) => placeList.run(request, meant),
  });
  const flow = useTicketFlow({
    validation,
    // What goes is not what the ticket shows: it is shown first.
    asksFirst: asksFirst || kept !== undefined,
    isOld,
    saw: () => market?.last_price,
    onTried: () => dispatch({ kind: 'tried' }),
    send,
  });
  return {
    ...flow,
    isSending: place.isRunning || placeWaiting.isRunning || placeList.isRunning,
    again: kept && againOf(kept, options),
  };
}

interface Calls {
  readonly order: (request: OrderRequest) => Promise<unknown>;
  readonly trigger: (request: TriggerRequest) => Promise<unknown>;
  readonly list: (request: ListRequest) => Promise<unknown>;
}

/** The call that the ticket makes; undefined while something is missing. */
function sendOf(
  { state, summary, inputs: { rules } }: OrderFlowOptions,
  calls: Calls,
): (() => Promise<unknown>) | undefined {
  if (rules === undefined) return undefined;
  if (isList(state)) {
    const request = listRequest(state, summary, rules);
    return request && (() => calls.list(request));
  }
  if (state.trigger === undefined) {
    const request = orderRequest(state, summary, rules);
    return request && (() => calls.order(request));
  }
  const request = triggerRequest(state, summary, rules);
  return request && (() => calls.trigger(request));
}
