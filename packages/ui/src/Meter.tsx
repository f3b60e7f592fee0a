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
