import type { ReactNode } from 'react';
import { classNames } from '../formats/class-names.ts';

export interface ThreadStep {
  id: string;
  title: ReactNode;
  /** At the right: when, or what. */
  at?: ReactNode;
  /** Under the title. */
  detail?: ReactNode;
  /** bad: it ended here. */
  state: 'done' | 'now' | 'later' | 'bad';
}

export interface ThreadProps {
  steps: readonly ThreadStep[];
  label?: string;
  /** 12 px, the detail beside the title. */
  compact?: boolean;
  className?: string | undefined;
}

const looks = {
  done: undefined,
  now: 'font-strong',
  later: 'text-muted',
  bad: 'font-strong text-bad',
};

/** A line through rings: what happened, what happens now, what is to come. */
export function Thread({ steps, label, compact = false, className }: ThreadProps) {
  return (
    <ol
      className={classNames('fl-thread', className)}
      data-compact={compact || undefined}
      aria-label={label}
    >
      {steps.map((step) => (
        <li
          key={step.id}
          data-state={step.state}
          aria-current={step.state === 'now' ? 'step' : undefined}
        >
          <p>
            <span className={compact ? 'font-medium' : looks[step.state]}>
              {step.title}
              {compact && step.detail && (
                <span className="font-body text-muted"> {step.detail}</span>
              )}
            </span>
            {step.at !== undefined && <small>{step.at}</small>}
          </p>
          {!compact && step.detail && <div className="text-12 text-muted">{step.detail}</div>}
        </li>
      ))}
    </ol>
  );
}
