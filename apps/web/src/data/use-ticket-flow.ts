/** From the press of a ticket's button to its call: an old price asks again, then the whole cost, then it goes. */
import { useState } from 'react';
import { resyncQuotations } from './markets/quotations.ts';
import type { TicketCheck } from './ticket-check.ts';

export type FlowStep =
  | { readonly kind: 'idle' }
  /** The price was too old when the button was pressed, or moved before it counted. */
  | { readonly kind: 'stale' | 'moved'; readonly saw: string | undefined }
  | { readonly kind: 'confirm' };

export interface TicketFlowOptions {
  readonly validation: TicketCheck<unknown, unknown>;
  /** Whether the whole cost is shown first, warnings or not. */
  readonly asksFirst: boolean;
  /** Whether what is shown now is too old to trade on. */
  readonly isOld: () => boolean;
  /** The price that is shown now. */
  readonly saw: () => string | undefined;
  readonly onTried: () => void;
  /** The call, which says itself how it ended; undefined while something is missing. */
  readonly send: (() => Promise<unknown>) | undefined;
}

export interface TicketFlow {
  readonly step: FlowStep;
  /** The button of the ticket. */
  readonly press: () => void;
  /** After an old price: goes on with the present one. */
  readonly goOn: () => void;
  readonly send: () => void;
  /** It was refused for a price that moved. */
  readonly moved: (saw: string | undefined) => void;
  readonly close: () => void;
}

const IDLE: FlowStep = { kind: 'idle' };

export function useTicketFlow(options: TicketFlowOptions): TicketFlow {
  const { validation, asksFirst, isOld, saw, onTried, send } = options;
  const [step, setStep] = useState<FlowStep>(IDLE);
  const run = async () => {
    if (send === undefined || validation.problem !== undefined) return;
    // A dialog that asked stays and waits; what the answer opened, as for a moved price, stays as well.
    setStep((before) => (before.kind === 'confirm' ? before : IDLE));
    await send();
    setStep((before) => (before.kind === 'confirm' ? IDLE : before));
  };
  const ask = () => {
    if (asksFirst || validation.warnings.length > 0) setStep({ kind: 'confirm' });
    else void run();
  };
  return {
    step,
    press: () => {
      onTried();
      if (validation.problem !== undefined) return;
      if (!isOld()) return ask();
      resyncQuotations();
      setStep({ kind: 'stale', saw: saw() });
    },
    goOn: () => (step.kind === 'moved' ? void run() : ask()),
    send: () => void run(),
    moved: (shown) => setStep({ kind: 'moved', saw: shown }),
    close: () => setStep(IDLE),
  };
}
