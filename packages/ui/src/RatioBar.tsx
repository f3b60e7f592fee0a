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
