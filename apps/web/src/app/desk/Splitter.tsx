import { isRightToLeft } from '@fairlead/ui';
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { PANELS, type PanelName, resetPanel, setPanelSize, usePanelSize } from './panels.ts';

export interface SplitterProps {
  panel: PanelName;
  /** Which of its two neighbours it resizes: the one before it, or the one after it. */
  resizes: 'before' | 'after';
  /** 'x' stands between columns, 'y' between what lies above and below. */
  axis: 'x' | 'y';
}

interface Drag {
  readonly at: number;
  readonly size: number;
  /** Pixels of one unit of the panel's size. */
  readonly unit: number;
}

const KEYS = {
  x: { more: 'ArrowRight', less: 'ArrowLeft' },
  y: { more: 'ArrowDown', less: 'ArrowUp' },
} as const;

/** The line between two panels: dragged, or moved by arrow keys; Enter or a double click puts it back. */
export function Splitter({ panel, resizes, axis }: SplitterProps) {
  const t = useTranslations('desk.resize');
  const size = usePanelSize(panel);
  const { least, most, step } = PANELS[panel];
  const drag = useRef<Drag>(undefined);
  // Columns stand in the order of the lines.
  const along = axis === 'x' && isRightToLeft() ? -1 : 1;
  const sign = (resizes === 'before' ? 1 : -1) * along;
  const place = (event: PointerEvent) => (axis === 'x' ? event.clientX : event.clientY);
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const height = event.currentTarget.parentElement?.clientHeight ?? 0;
    drag.current = { at: place(event), size, unit: axis === 'x' ? 1 : Math.max(1, height / 100) };
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const from = drag.current;
    if (from === undefined) return;
    setPanelSize(panel, from.size + (sign * (place(event) - from.at)) / from.unit);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') resetPanel(panel);
    const { more, less } = KEYS[axis];
    const to =
      event.key === more
        ? size + sign * step
        : event.key === less
          ? size - sign * step
          : event.key === 'Home'
            ? least
            : event.key === 'End'
              ? most
              : undefined;
    if (to === undefined) return;
    event.preventDefault();
    setPanelSize(panel, to);
  };
  const end = () => {
    drag.current = undefined;
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a line that is moved is no <hr>
    <div
      role="separator"
      tabIndex={0}
      aria-orientation={axis === 'x' ? 'vertical' : 'horizontal'}
      aria-label={t(panel)}
      aria-valuenow={size}
      aria-valuemin={least}
      aria-valuemax={most}
      className="fl-splitter"
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={end}
      onPointerCancel={end}
      onDoubleClick={() => resetPanel(panel)}
      onKeyDown={onKeyDown}
    />
  );
}
