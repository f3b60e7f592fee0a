import type { ReactNode } from 'react';

export interface RingProps {
  /** 0 to 1, from twelve o'clock. */
  share: number;
  /** Pixels; 56 with a line of 4. */
  size?: number;
  tone?: 'brand' | 'good' | 'warn' | 'bad';
  /** Names the picture; without it the picture is decoration. */
  label?: string;
  children?: ReactNode;
}

const CENTRE = 28;
const RADIUS = 24;
const AROUND = 2 * Math.PI * RADIUS;

/** The ring that the line passes: a share, closing from twelve o'clock. */
export function Ring({ share, size = 56, tone = 'brand', label, children }: RingProps) {
  const drawn = Math.min(1, Math.max(0, share)) * AROUND;
  const name = label === undefined ? {} : { role: 'img', 'aria-label': label };
  return (
    <span className="fl-ring" data-tone={tone} {...name}>
      <svg viewBox="0 0 56 56" width={size} height={size} aria-hidden="true">
        <circle cx={CENTRE} cy={CENTRE} r={RADIUS} />
        {drawn > 0 && (
          <circle
            cx={CENTRE}
            cy={CENTRE}
            r={RADIUS}
            transform="rotate(-90 28 28)"
            strokeDasharray={`${drawn.toFixed(1)} ${AROUND.toFixed(1)}`}
          />
        )}
      </svg>
      {children !== undefined && <b aria-hidden={label ? true : undefined}>{children}</b>}
    </span>
  );
}
