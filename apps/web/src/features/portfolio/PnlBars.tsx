import type { PortfolioDay } from '@fairlead/contract';
import { useTranslations } from 'use-intl';
import { pnlBars } from './model.ts';

const WIDTH = 358;
const HALF = 40;
/** Of its place, what a bar fills. */
const FILL = 0.7;
/** A day that is not quite nothing is seen. */
const LEAST = 1;

/** A bar for each day, up in the colour of rises and down in that of falls. The list beneath has the figures. */
export function PnlBars({ days }: { days: readonly PortfolioDay[] }) {
  const t = useTranslations('portfolio');
  const bars = pnlBars(days);
  const step = Math.min(WIDTH / Math.max(1, bars.length), 40);
  const left = (WIDTH - step * bars.length) / 2;
  return (
    <svg
      role="img"
      aria-label={t('bars')}
      viewBox={`0 0 ${WIDTH} ${2 * HALF}`}
      width="100%"
      className="text-muted"
    >
      <path d={`M0,${HALF}H${WIDTH}`} stroke="currentColor" strokeOpacity="0.4" />
      {bars.map(({ date, height }, at) => {
        const tall = height === 0 ? 0 : Math.max(LEAST, Math.abs(height) * (HALF - 2));
        return (
          <rect
            key={date}
            className={height < 0 ? 'text-fall' : 'text-rise'}
            fill="currentColor"
            x={left + at * step + (step * (1 - FILL)) / 2}
            y={height < 0 ? HALF : HALF - tall}
            width={step * FILL}
            height={tall}
            rx={Math.min(2, tall / 2)}
          />
        );
      })}
    </svg>
  );
}
