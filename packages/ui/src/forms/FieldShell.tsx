import type { ReactNode } from 'react';
import { Icon } from '../marks/Icon.tsx';

export interface FieldShellProps {
  /** The id of the control the label belongs to. */
  id: string;
  label: ReactNode;
  /** Keeps the label for those who listen and takes it from those who look. */
  labelHidden?: boolean | undefined;
  /** A link or a figure at the right end of the label's line. */
  labelEnd?: ReactNode;
  hint?: ReactNode;
  /** What is wrong, in a sentence. Takes the place of the hint. */
  error?: ReactNode;
  className?: string | undefined;
  children: ReactNode;
}

/** The id of the line under a control, for `aria-describedby`; undefined when there is none. */
export const helpIdOf = (id: string, hint: ReactNode, error: ReactNode): string | undefined =>
  hint || error ? `${id}-help` : undefined;

/** Label above, control, one line of help or refusal below. */
export function FieldShell(props: FieldShellProps) {
  const { id, label, labelHidden = false, labelEnd, hint, error, className, children } = props;
  const text = (
    <label id={`${id}-label`} htmlFor={id} className={labelHidden ? 'fl-sr' : 'fl-label'}>
      {label}
    </label>
  );
  return (
    <div className={className}>
      {labelEnd ? (
        <div className="flex items-baseline justify-between">
          {text}
          {labelEnd}
        </div>
      ) : (
        text
      )}
      {children}
      <FieldHelp id={id} hint={hint} error={error} />
    </div>
  );
}

/** The line under a control; a refusal is announced when it appears. */
export function FieldHelp({ id, hint, error }: Pick<FieldShellProps, 'id' | 'hint' | 'error'>) {
  if (error) {
    return (
      <p id={`${id}-help`} className="fl-help" data-bad="" role="alert">
        <Icon name="warn" size={14} />
        <span>{error}</span>
      </p>
    );
  }
  return hint ? (
    <p id={`${id}-help`} className="fl-help">
      {hint}
    </p>
  ) : null;
}
