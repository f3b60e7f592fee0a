/** From the press of the button to the order: an old price asks again, then the whole cost, then it is sent. */
import type { Order, Quotation } from '@fairlead/contract';
import { toast } from '@fairlead/ui';
import { type Dispatch, useState } from 'react';
import { useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import { href } from '../../app/navigation.ts';
import { resyncQuotations } from '../../data/quotations.ts';
import { useConfirmation } from '../../data/settings.ts';
import { useAction } from '../../data/use-action.ts';
import type { TicketAction, TicketInputs, TicketState, TicketSummary } from './model.ts';
import { orderRequest } from './order-request.ts';
import type { Validation } from './validate.ts';

export type FlowStep =
  | { readonly kind: 'idle' }
  /** The price shown when the button was pressed was too old. */
  | { readonly kind: 'stale'; readonly saw: string | undefined }
  | { readonly kind: 'confirm' };

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

export interface OrderFlow {
  readonly step: FlowStep;
  readonly isSending: boolean;
  /** The button of the ticket. */
  readonly press: () => void;
  /** After an old price: goes on with the present one. */
  readonly goOn: () => void;
  readonly send: () => void;
  readonly close: () => void;
}

const IDLE: FlowStep = { kind: 'idle' };

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

export function useOrderFlow(options: OrderFlowOptions): OrderFlow {
  const { market, state, dispatch, inputs, summary, validation, isOld } = options;
  const [step, setStep] = useState<FlowStep>(IDLE);
  const sayPlaced = useSayPlaced();
  const asksFirst = useConfirmation(state.type === 'limit' ? 'limit_order' : 'market_order');
  const place = useAction('placeOrder', {
    invalidates: ['orders', 'wallet'],
    onSuccess: ({ order }) => {
      dispatch({ kind: 'placed' });
      sayPlaced(order);
    },
    onError: ({ code }) => {
      // Rates come with the quotations.
      if (code === 'terms_changed') resyncQuotations();
      return false;
    },
  });
  const send = async () => {
    const request = inputs.rules && orderRequest(state, summary, inputs.rules);
    if (request === undefined || validation.problem !== undefined) return;
    await place.run(request);
    setStep(IDLE);
  };
  const ask = () => {
    if (asksFirst || validation.warnings.length > 0) setStep({ kind: 'confirm' });
    else {
      setStep(IDLE);
      void send();
    }
  };
  return {
    step,
    isSending: place.isRunning,
    press: () => {
      dispatch({ kind: 'tried' });
      if (validation.problem !== undefined) return;
      if (!isOld()) return ask();
      resyncQuotations();
      setStep({ kind: 'stale', saw: market?.last_price });
    },
    goOn: ask,
    send: () => void send(),
    close: () => setStep(IDLE),
  };
}
