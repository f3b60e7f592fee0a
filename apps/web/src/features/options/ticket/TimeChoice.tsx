import { formatPercent } from '@fairlead/ui';
import { formatRate } from '@fairlead/units';
import { useTranslations } from 'use-intl';
import type { TimeRules } from '../option-rules.ts';

export interface TimeChoiceProps {
  times: readonly TimeRules[];
  seconds: number | undefined;
  onChoose: (seconds: number) => void;
  error: string | undefined;
}

/** In one row; more than these go on in the next. */
const COLUMNS_MAX = 5;

/** What a right order is paid beside its stake: "+80%"; decimals only where they say something. */
const payoutText = ({ payoutRatioPpm }: TimeRules): string =>
  formatPercent(formatRate(payoutRatioPpm), payoutRatioPpm % 10_000n === 0n ? 0 : 2);

/** Delivery times with their pay-out, side by side. */
export function TimeChoice({ times, seconds, onChoose, error }: TimeChoiceProps) {
  const t = useTranslations('options');
  const columns = Math.min(COLUMNS_MAX, times.length);
  return (
    <div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset brings a look that cannot be undone */}
      <div
        role="group"
        aria-label={t('ticket.times')}
        className="fl-percents grid-flow-row"
        style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
      >
        {times.map((time) => (
          <button
            key={time.seconds}
            type="button"
            aria-pressed={time.seconds === seconds}
            className="h-12 text-14"
            onClick={() => onChoose(time.seconds)}
          >
            <span className={`block text-14 ${time.seconds === seconds ? '' : 'text-text'}`}>
              {t('seconds', { seconds: String(time.seconds) })}
            </span>
            <small
              className={`block text-12 font-body ${time.seconds === seconds ? '' : 'text-muted'}`}
            >
              {payoutText(time)}
            </small>
          </button>
        ))}
      </div>
      {error && (
        <p role="alert" className="pt-1.5 text-12 text-bad">
          {error}
        </p>
      )}
    </div>
  );
}
