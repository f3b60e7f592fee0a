import { IconButton, Sheet } from '@fairlead/ui';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useTranslations } from 'use-intl';
import { useDetailPlace } from './detail-place.ts';
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

/** One thing of a list with everything that is known of it: a sheet, or beside the list where there is a place for it. */
export function DetailSheet<Thing>(props: DetailSheetProps<Thing>) {
  const { thing, title, footer, onClose, children } = props;
  const common = useTranslations('common');
  const shown = useKept(thing);
  const place = useDetailPlace();
  if (place !== null) {
    if (thing === undefined) return null;
    return createPortal(
      <Beside title={title(thing)} footer={footer?.(thing)} onClose={onClose}>
        {children(thing)}
      </Beside>,
      place,
    );
  }
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

interface BesideProps {
  title: ReactNode;
  footer: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

/** Takes the focus as a sheet does and gives it back, but leaves the list in reach. */
function Beside({ title, footer, onClose, children }: BesideProps) {
  const common = useTranslations('common');
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const { activeElement } = document;
    heading.current?.focus({ preventScroll: true });
    return () => {
      if (activeElement instanceof HTMLElement) activeElement.focus({ preventScroll: true });
    };
  }, []);
  return (
    <section aria-labelledby={id}>
      <div className="fl-sheet-head">
        <h2 ref={heading} id={id} tabIndex={-1}>
          {title}
        </h2>
        <IconButton icon="close" label={common('close')} onClick={onClose} />
      </div>
      <div className="px-4 pb-4">{children}</div>
      {footer && <div className="fl-sheet-foot">{footer}</div>}
    </section>
  );
}
