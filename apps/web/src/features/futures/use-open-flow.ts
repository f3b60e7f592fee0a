/** From the press of the button to the position: an old or moved price asks again, then the whole cost, then it goes. */
import type { Position } from '@fairlead/contract';
import { formatPrice, toast } from '@fairlead/ui';
import { type Dispatch, useState } from 'react';
import { useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import { href } from '../../app/navigation.ts';
import { resyncQuotations } from '../../data/quotations.ts';
import { useConfirmation } from '../../data/settings.ts';
import { useAction } from '../../data/use-action.ts';
import { receiptHref } from './links.ts';
import {
  priceText,
  type TicketAction,
  type TicketInputs,
  type TicketState,
  type TicketSummary,
} from './model.ts';
import { openRequest } from './open-request.ts';
import type { Validation } from './validate.ts';

export type FlowStep =
  | { readonly kind: 'idle' }
  /** The price was too old when the button was pressed, or moved before the next sample. */
  | { readonly kind: 'stale' | 'moved'; readonly saw: string | undefined }
  | { readonly kind: 'confirm' };

export interface OpenFlowOptions {
  readonly state: TicketState;
  readonly dispatch: Dispatch<TicketAction>;
  readonly inputs: TicketInputs;
  readonly summary: TicketSummary;
  readonly validation: Validation;
  /** Whether what is shown now is too old to trade on. */
  readonly isOld: () => boolean;
}

export interface OpenFlow {
  readonly step: FlowStep;
  /** It waits for the next price, up to a second or two. */
  readonly isSending: boolean;
  /** What the server refused for good, in its words: the account is frozen. */
  readonly refusal: string | undefined;
  readonly press: () => void;
  /** After an old price: goes on with the present one. */
  readonly goOn: () => void;
  readonly send: () => void;
  readonly close: () => void;
}

const IDLE: FlowStep = { kind: 'idle' };

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
  const [step, setStep] = useState<FlowStep>(IDLE);
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
      if (error.code === 'price_moved') setStep({ kind: 'moved', saw: shown_price });
      return error.code === 'account_frozen' || error.code === 'price_moved';
    },
  });
  const send = async () => {
    const request = inputs.rules && openRequest(state, summary, inputs.rules);
    if (request === undefined || validation.problem !== undefined) return;
    setRefusal(undefined);
    // A refusal for a moved price has shown its own step by then.
    setStep((before) => (before.kind === 'confirm' ? before : IDLE));
    await open.run(request);
    setStep((before) => (before.kind === 'confirm' ? IDLE : before));
  };
  const ask = () => {
    if (asksFirst || validation.warnings.length > 0) setStep({ kind: 'confirm' });
    else void send();
  };
  return {
    step,
    isSending: open.isRunning,
    refusal,
    press: () => {
      dispatch({ kind: 'tried' });
      if (validation.problem !== undefined) return;
      // A limit names its own price: how old the shown one is does not matter to it.
      if (state.type === 'limit' || !isOld()) return ask();
      resyncQuotations();
      const saw = inputs.rules && summary.openPrice;
      setStep({ kind: 'stale', saw: saw && inputs.rules && priceText(saw, inputs.rules) });
    },
    goOn: () => (step.kind === 'moved' ? void send() : ask()),
    send: () => void send(),
    close: () => setStep(IDLE),
  };
}
