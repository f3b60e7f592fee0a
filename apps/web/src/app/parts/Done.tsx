/** What a page shows in place of its form once something was done: what it was, what comes of it, where to go on. */
import { buttonLook, Icon, type IconName } from '@fairlead/ui';
import { type ReactNode, useEffect, useRef } from 'react';

const TONES = { wait: 'bg-brand-tint text-brand', good: 'bg-good-tint text-good' } as const;

interface Way {
  href: string;
  text: string;
}

export interface DoneProps {
  icon: IconName;
  tone: keyof typeof TONES;
  title: string;
  detail: string;
  /** Its figures, in cards. */
  children: ReactNode;
  /** To the record of it. */
  view: Way;
  /** Anything else: a link, or a button of its own. */
  other: Way | ReactNode;
}

/** Takes the focus, so that a reader of the screen hears that the form is gone. */
export function Done({ icon, tone, title, detail, children, view, other }: DoneProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="gutter grid grid-cols-1 gap-4 pt-6 pb-6">
      <div className="grid justify-items-center gap-2 text-center">
        <span className={`grid size-12 place-items-center rounded-full ${TONES[tone]}`}>
          <Icon name={icon} size={24} />
        </span>
        <h2 ref={heading} tabIndex={-1} className="text-20 font-strong">
          {title}
        </h2>
        <p className="max-w-[26em] text-secondary text-balance">{detail}</p>
      </div>
      {children}
      <div className="grid gap-2">
        <a {...buttonLook({ variant: 'main', block: true })} href={view.href}>
          {view.text}
        </a>
        {isWay(other) ? (
          <a {...buttonLook({ block: true })} href={other.href}>
            {other.text}
          </a>
        ) : (
          other
        )}
      </div>
    </div>
  );
}

const isWay = (other: Way | ReactNode): other is Way =>
  typeof other === 'object' && other !== null && 'href' in other;
