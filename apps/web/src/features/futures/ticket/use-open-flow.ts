/** From the press of the button to the position. */

import { useAction } from '@fairlead/calls';
import type { Position } from '@fairlead/contract';
import { formatPrice, toast } from '@fairlead/ui';
import { type Dispatch, useState } from 'react';
import { useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import { href } from '../../../app/navigation.ts';
import { useConfirmation } from '../../../data/account/settings.ts';
import { type TicketFlow, useTicketFlow } from '../../../data/use-ticket-flow.ts';
import { receiptHref } from '../links.ts';
import {
  priceText,
  summarize,
  type TicketAction,
  type TicketInputs,
  type TicketState,
  type TicketSummary,
} from '../model.ts';
import { type OpenRequest, openRequest } from './open-request.ts';
import type { Validation } from './validate.ts';

export interface OpenFlowOptions {
  readonly state: TicketState;
  readonly dispatch: Dispatch<TicketAction>;
  readonly inputs: TicketInputs;
  readonly summary: TicketSummary;
  readonly validation: Validation;
  /** Whether what is shown now is too old to trade on. */
  readonly isOld: () => boolean;
}

export interface OpenFlow extends TicketFlow {
  /** It waits for the next price, up to a second or two. */
  readonly isSending: boolean;
  /** What the server refused for good, in its words: the account is frozen. */
  readonly refusal: string | undefined;
  /** What is confirmed, if it is not what the ticket comes to now: what no answer came to, sent again as it was. */
  readonly again: { readonly state: TicketState; readonly summary: TicketSummary } | undefined;
}

/** The ticket with the figures of a request that was made of it before. */
function againOf(
  { lots, price }: OpenRequest,
  { state, inputs }: Pick<OpenFlowOptions, 'state' | 'inputs'>,
): OpenFlow['again'] {
  const size = { by: 'lots', text: String(lots) } as const;
  const before = { ...state, size, ...(price !== undefined && { price }) };
  return { state: before, summary: summarize(before, inputs) };
}

/** Says how it ended, and where the proof or the waiting one is. */
function useSayOpened() {
  const t = useTranslations('futures');
  const navigate = useNavigate();
  const go = (to: string) => () => {
    navigate(to.slice(1));
  };
  return (position: Position) => {
    const { id, symbol, open_price, price, open_receipt_id } = position;
    const detail = t('number', { id: String(id) });
    if (position.status === 'waiting') {
      const view = href('pages/lever/index', { symbol, tab: 'waiting' });
      toast({
        kind: 'good',
        text: t('opened.waiting', { price: formatPrice(price) }),
        detail,
        action: { label: t('view'), onClick: go(view) },
      });
      return;
    }
    toast({
      kind: 'good',
      text: t('opened.holding', { price: formatPrice(open_price) }),
      detail,
      ...(open_receipt_id !== undefined && {
        action: { label: t('receipt'), onClick: go(receiptHref(open_receipt_id)) },
      }),
    });
  };
}

export function useOpenFlow(options: OpenFlowOptions): OpenFlow {
  const { state, dispatch, inputs, summary, validation, isOld } = options;
  const [refusal, setRefusal] = useState<string>();
  const sayOpened = useSayOpened();
  const asksFirst = useConfirmation('futures_order');
  const open = useAction('openPosition', {
    invalidates: ['positions', 'wallet'],
    onSuccess: ({ position }) => {
      dispatch({ kind: 'opened' });
      sayOpened(position);
    },
    onError: (error, { shown_price }) => {
      if (error.code === 'account_frozen') setRefusal(error.message);
      if (error.code === 'price_moved') flow.moved(shown_price);
      return error.code === 'account_frozen' || error.code === 'price_moved';
    },
  });
  const { rules } = inputs;
  const request = rules && openRequest(state, summary, rules);
  // The price that is shown changes from one moment to the next, and with it what a share comes to.
  const { isTried: _, ...typed } = state;
  const meant = JSON.stringify({ ...typed, symbol: rules?.symbol });
  const kept = open.kept(meant);
  const flow = useTicketFlow({
    validation,
    // What goes is not what the ticket shows: it is shown first.
    asksFirst: asksFirst || kept !== undefined,
    // A limit names its own price: how old the shown one is does not matter to it.
    isOld: () => state.type !== 'limit' && isOld(),
    saw: () => rules && summary.openPrice && priceText(summary.openPrice, rules),
    onTried: () => dispatch({ kind: 'tried' }),
    send:
      request &&
      (() => {
        setRefusal(undefined);
        return open.run(request, meant);
      }),
  });
  const again = kept && againOf(kept, options);
  return { ...flow, isSending: open.isRunning, refusal, again };
}
