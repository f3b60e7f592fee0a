import { classNames } from '../formats/class-names.ts';
import { type DecimalText, MASK, type SignDisplay, splitNumber } from '../formats/format.ts';

export interface MoneyProps {
  value: DecimalText;
  decimals?: number;
  unit?: string;
  /** 36 once per screen, 28 for a result, 20 in a card. */
  size?: 36 | 28 | 20;
  sign?: SignDisplay;
  tone?: 'rise' | 'fall' | undefined;
  /** Hides the amount and keeps the height. */
  masked?: boolean;
  /** Read out in place of the dots. */
  maskedLabel?: string;
  className?: string | undefined;
}

/** A big amount whose decimals are muted, unless they are all there is of it. */
export function Money(props: MoneyProps) {
  const { value, decimals, unit, size = 36, sign, tone, masked = false, maskedLabel } = props;
  const text = splitNumber(value, decimals, sign);
  const isFraction = !/[1-9]/.test(text.whole) && /[1-9]/.test(text.decimals);
  return (
    <span className={classNames('fl-money', props.className)} data-size={size} data-tone={tone}>
      {masked ? (
        <>
          <span aria-hidden="true">{MASK}</span>
          <span className="fl-sr">{maskedLabel}</span>
        </>
      ) : (
        <span>
          {text.whole}
          {text.decimals && (
            <span className={tone || isFraction ? undefined : 'fl-dec'}>{text.decimals}</span>
          )}
        </span>
      )}
      {unit && <span className="fl-unit">{unit}</span>}
    </span>
  );
}
