import { IconButton } from '@fairlead/ui';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useCopy } from '../../../data/use-copy.ts';

export interface CopyLineProps {
  label: string;
  value: string;
  /** How it is written, when not as it is copied. */
  children?: ReactNode;
}

/** A labelled text in two lines that can be selected, and copied with a tap. */
export function CopyLine({ label, value, children }: CopyLineProps) {
  const t = useTranslations('custody');
  const copy = useCopy();
  return (
    <div className="flex items-center gap-2 py-1.5">
      <div className="min-w-0 flex-1">
        <p className="text-12 text-muted">{label}</p>
        <p className="tnum font-medium wrap-anywhere select-text">{children ?? value}</p>
      </div>
      <span className="-my-1.5 -me-3">
        <IconButton
          icon="copy"
          iconSize={16}
          label={t('copyOf', { name: label })}
          className="text-secondary"
          onClick={() => void copy(value)}
        />
      </span>
    </div>
  );
}
