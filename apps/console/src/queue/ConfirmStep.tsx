import { Button } from '@fairlead/ui';
import type { ReactNode } from 'react';
import { sharedTexts } from '../parts/texts.ts';

export interface ConfirmStepProps {
  /** The whole of what will happen, amount and receiver in full. */
  children: ReactNode;
  /** Says what it does. */
  confirmLabel: string;
  isBusy: boolean;
  onConfirm: () => void;
  onBack: () => void;
}

/** The last look before money moves. The focus is on the button: Enter does it, Esc goes back. */
export function ConfirmStep({
  children,
  confirmLabel,
  isBusy,
  onConfirm,
  onBack,
}: ConfirmStepProps) {
  return (
    <div className="con-form">
      <div className="con-confirm">{children}</div>
      <div className="con-two">
        <Button size={44} disabled={isBusy} onClick={onBack}>
          {sharedTexts.back}
        </Button>
        <Button size={44} variant="main" autoFocus busy={isBusy} onClick={onConfirm}>
          {confirmLabel}
        </Button>
      </div>
    </div>
  );
}
