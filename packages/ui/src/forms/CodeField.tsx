import type { ReactNode } from 'react';
import { Button } from '../actions/Button.tsx';
import { Field, type FieldProps } from './Field.tsx';

export interface CodeFieldProps extends Omit<FieldProps, 'trailing' | 'type'> {
  /** What stands on the button: "Send code", or "Again in 42 s" while it waits. */
  sendLabel: ReactNode;
  onSend: () => void;
  /** True while a new code may not be asked for yet. */
  waiting?: boolean;
  sending?: boolean;
}

/** A mailed code with the button that sends it. Count with `useCountdown`. */
export function CodeField(props: CodeFieldProps) {
  const { sendLabel, onSend, waiting = false, sending = false, ...rest } = props;
  return (
    <Field
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={6}
      {...rest}
      trailing={
        <Button variant="text" size={44} busy={sending} disabled={waiting} onClick={onSend}>
          {sendLabel}
        </Button>
      }
    />
  );
}
