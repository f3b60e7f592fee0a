import type { ReactNode } from 'react';
import { Icon } from '../marks/Icon.tsx';

const icons = { plain: 'info', info: 'info', good: 'shield', warn: 'warn', bad: 'close' } as const;

export interface NoteProps {
  kind?: keyof typeof icons;
  className?: string | undefined;
  children: ReactNode;
}

/** A sentence of 12 px on a quiet ground, beside what it is about. */
export function Note({ kind = 'plain', className, children }: NoteProps) {
  return (
    <div className={className ? `fl-note ${className}` : 'fl-note'} data-kind={kind}>
      <Icon name={icons[kind]} size={16} />
      <span>{children}</span>
    </div>
  );
}
