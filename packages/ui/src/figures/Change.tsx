import { classNames } from '../formats/class-names.ts';
import { type DecimalText, directionOf, formatPercent } from '../formats/format.ts';
import { Triangle } from '../marks/Icon.tsx';

export interface ChangeProps {
  /** A fraction as decimal string: "0.0184" shows +1.84%. */
  fraction: DecimalText;
  decimals?: number;
  shape?: 'text' | 'pill';
  className?: string | undefined;
}

/** A change in percent: colour, arrow and sign say the same. */
export function Change({ fraction, decimals = 2, shape = 'text', className }: ChangeProps) {
  const tone = directionOf(fraction, decimals + 2);
  const isMoving = tone === 'rise' || tone === 'fall';
  return (
    <span className={classNames('fl-change', className)} data-tone={tone} data-shape={shape}>
      {isMoving && <Triangle tone={tone} />}
      {formatPercent(fraction, decimals)}
    </span>
  );
}
