import { Sheet } from '@fairlead/ui';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useKept } from './use-kept.ts';

export interface DetailSheetProps<Thing> {
  /** Undefined closes the sheet, which does not empty on its way out. */
  thing: Thing | undefined;
  title: (shown: Thing) => ReactNode;
  /** What can be done with it. */
  footer?: (shown: Thing) => ReactNode;
  onClose: () => void;
  children: (shown: Thing) => ReactNode;
}

/** One thing of a list with everything that is known of it. */
export function DetailSheet<Thing>(props: DetailSheetProps<Thing>) {
  const { thing, title, footer, onClose, children } = props;
  const common = useTranslations('common');
  const shown = useKept(thing);
  return (
    <Sheet
      open={thing !== undefined}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={shown !== undefined && title(shown)}
      closeLabel={common('close')}
      footer={shown !== undefined && footer?.(shown)}
    >
      {shown !== undefined && children(shown)}
    </Sheet>
  );
}
