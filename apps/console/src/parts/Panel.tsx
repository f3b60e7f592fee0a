import { IconButton, useHistoryClose } from '@fairlead/ui';
import { type ReactNode, useEffect, useRef } from 'react';
import { useIsPhone } from '../data/hooks.ts';
import { useShortcuts } from './shortcuts.ts';
import { sharedTexts } from './texts.ts';

export interface PanelProps {
  title: string;
  /** A badge at the right of the title. */
  badge?: ReactNode;
  onClose: () => void;
  /** Stays in view under what scrolls: the buttons. */
  footer?: ReactNode;
  /** Twice as wide, for pictures beside fields. */
  isWide?: boolean;
  children: ReactNode;
}

/** The open record beside its list. Esc closes it; on a phone it covers the page, and back closes it. */
export function Panel({ title, badge, onClose, footer, isWide = false, children }: PanelProps) {
  const isPhone = useIsPhone();
  const heading = useRef<HTMLHeadingElement>(null);
  useHistoryClose(isPhone, onClose);
  useShortcuts({ Escape: onClose });
  // On a phone the list is gone from view: the reading position moves with it.
  useEffect(() => {
    if (isPhone) heading.current?.focus();
  }, [isPhone]);
  return (
    <aside className="con-panel" data-wide={isWide || undefined} aria-label={title}>
      <div className="con-panel-head">
        <h2 ref={heading} tabIndex={-1}>
          {title}
        </h2>
        {badge}
        <IconButton
          icon="close"
          label={sharedTexts.close}
          className="ms-auto text-muted"
          onClick={onClose}
        />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <section className="con-panel-body" tabIndex={0} aria-label={title}>
        {children}
      </section>
      {footer && <div className="con-panel-foot">{footer}</div>}
    </aside>
  );
}
