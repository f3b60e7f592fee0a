import { KeyValues, type KeyValuesProps, Term } from '@fairlead/ui';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';

export interface RowsTermProps {
  title: ReactNode;
  sentence: ReactNode;
  /** The example: figures of the reader's own. */
  rows: KeyValuesProps['rows'];
  /** The word as it stands in the line. */
  children: ReactNode;
}

/** A word that explains itself by a sentence and rows of figures. */
export function RowsTerm({ title, sentence, rows, children }: RowsTermProps) {
  const t = useTranslations('common');
  return (
    <Term
      title={title}
      sentence={sentence}
      closeLabel={t('close')}
      example={<KeyValues rows={rows} />}
    >
      {children}
    </Term>
  );
}
