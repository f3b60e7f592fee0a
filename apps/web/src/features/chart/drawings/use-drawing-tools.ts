/** What the drawing tools are doing: which is in hand, how far it is, which drawing is chosen. */
import { useMemo, useState } from 'react';
import type { DrawingEvents, PendingDrawing } from './drawing-layer.ts';
import { keepDrawing } from './drawings.ts';

export interface DrawingTools {
  readonly isOpen: boolean;
  readonly pending: PendingDrawing | undefined;
  /** Points of the pending one that are placed. */
  readonly pointCount: number;
  readonly selected: string | undefined;
  /** To be put into the middle of what is seen, once. */
  readonly middle: PendingDrawing | undefined;
  readonly toggle: () => void;
  readonly place: (pending: PendingDrawing | undefined) => void;
  readonly placeInMiddle: (drawing: PendingDrawing) => void;
  readonly select: (id: string | undefined) => void;
  /** For the chart. */
  readonly events: DrawingEvents;
}

interface State {
  readonly isOpen: boolean;
  readonly pending: PendingDrawing | undefined;
  readonly pointCount: number;
  readonly selected: string | undefined;
  readonly middle: PendingDrawing | undefined;
}

const IDLE = { pending: undefined, pointCount: 0, selected: undefined, middle: undefined } as const;

export function useDrawingTools(symbol: string): DrawingTools {
  const [state, setState] = useState<State>({ isOpen: false, ...IDLE });
  // What is in hand, or chosen, is of the market that was there.
  const [of, setOf] = useState(symbol);
  if (of !== symbol) {
    setOf(symbol);
    setState(({ isOpen }) => ({ ...IDLE, isOpen }));
  }
  const stable = useMemo(() => {
    const change = (next: Partial<State>) => setState((before) => ({ ...before, ...next }));
    const events: DrawingEvents = {
      onKept: (drawing) => {
        keepDrawing(symbol, drawing);
        change({ ...IDLE, selected: drawing.id });
      },
      onSelected: (selected) => change({ selected }),
      onPoint: (pointCount) =>
        setState((before) =>
          before.pointCount === pointCount ? before : { ...before, pointCount },
        ),
    };
    return {
      events,
      toggle: () => setState(({ isOpen }) => ({ ...IDLE, isOpen: !isOpen })),
      place: (pending: PendingDrawing | undefined) => change({ ...IDLE, pending }),
      placeInMiddle: (middle: PendingDrawing) => change({ ...IDLE, middle }),
      select: (selected: string | undefined) => change({ selected }),
    };
  }, [symbol]);
  return { ...state, ...stable };
}
