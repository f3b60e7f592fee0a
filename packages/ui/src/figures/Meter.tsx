export interface MeterProps {
  /** 0 to 1. */
  share: number;
  /** Names what it measures, with the figure. */
  label: string;
  tone?: 'brand' | 'warn' | 'bad';
}

/** A bar of 4: filled part of an order, margin ratio, progress of a sale. */
export function Meter({ share, label, tone = 'brand' }: MeterProps) {
  const kept = Math.min(1, Math.max(0, share));
  return (
    <div className="fl-meter" data-tone={tone} role="img" aria-label={label}>
      <i style={{ transform: `scaleX(${kept})` }} />
    </div>
  );
}

export interface RatioBarProps {
  /** The buyers' share, 0 to 1. */
  buy: number;
  /** Names it with both figures. */
  label: string;
}

/** Buyers against sellers in a line of 4. */
export function RatioBar({ buy, label }: RatioBarProps) {
  const share = Math.min(1, Math.max(0, buy));
  return (
    <div className="flex h-1 gap-0.5 overflow-hidden" role="img" aria-label={label}>
      <i className="rounded-full bg-rise" style={{ flexGrow: share }} />
      <i className="rounded-full bg-fall" style={{ flexGrow: 1 - share }} />
    </div>
  );
}
