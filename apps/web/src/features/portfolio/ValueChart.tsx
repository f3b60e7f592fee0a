import { formatAmount, formatDate, sparkPath } from '@fairlead/ui';
import type { KeyboardEvent, PointerEvent } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { useSetting } from '../../data/account/settings.ts';
import { dateMs, pointAfterKey, pointAt, SHOWN_DECIMALS, type ValuePoint } from './model.ts';

const WIDTH = 358;
const HEIGHT = 150;
const INSET = 10;

export interface ValueChartProps {
  points: readonly ValuePoint[];
  currency: string;
  /** What the time brought: the line takes its colour, since deposits raise the value too. */
  pnl: string;
  /** Place of the point that is looked at. */
  chosen: number | undefined;
  onChoose: (place: number | undefined) => void;
}

/** The value over time. Press and slide, or the arrow keys, look at a day of it. */
export function ValueChart({ points, currency, pnl, chosen, onChoose }: ValueChartProps) {
  const t = useTranslations('portfolio');
  const common = useTranslations('common');
  const locale = useLocale();
  const isHidden = useSetting('hideBalances');
  const last = points.length - 1;
  const place = Math.min(chosen ?? last, last);
  const point = points[place];
  const date = formatDate(point && dateMs(point.date), 'date', locale);
  const value = isHidden ? common('hidden') : formatAmount(point?.value, SHOWN_DECIMALS, currency);
  const look = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    onChoose(pointAt((clientX - left) / width, points.length));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = pointAfterKey(event.key, place, points.length);
    if (next === undefined) return;
    event.preventDefault();
    onChoose(next);
  };
  return (
    <div
      role="slider"
      dir="ltr"
      tabIndex={0}
      aria-label={t('chart')}
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={place}
      aria-valuetext={`${date}, ${value}`}
      // A finger that moves up or down still scrolls the page.
      style={{ touchAction: 'pan-y' }}
      className="rounded-8"
      onPointerDown={(event) => {
        if (event.pointerType !== 'mouse') event.currentTarget.setPointerCapture(event.pointerId);
        look(event);
      }}
      onPointerMove={look}
      onPointerLeave={() => onChoose(undefined)}
      onPointerUp={({ pointerType }) => pointerType !== 'mouse' && onChoose(undefined)}
      onPointerCancel={() => onChoose(undefined)}
      onBlur={() => onChoose(undefined)}
      onKeyDown={onKeyDown}
    >
      <Line points={points} pnl={pnl} chosen={chosen} />
    </div>
  );
}

function Line({ points, pnl, chosen }: Pick<ValueChartProps, 'points' | 'pnl' | 'chosen'>) {
  const box = { width: WIDTH, height: HEIGHT, inset: INSET };
  const values = points.map(({ value }) => value);
  const line = sparkPath(values, box);
  if (line === undefined) return null;
  const marks = line.path.slice(1).split('L');
  const [x = '0', y = '0'] = (marks[chosen ?? -1] ?? '').split(',');
  return (
    <svg
      aria-hidden="true"
      className={pnl.startsWith('-') ? 'text-fall' : 'text-rise'}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width="100%"
      fill="none"
      stroke="currentColor"
    >
      <path
        d={`${line.path}L${line.lastX},${HEIGHT}L0,${HEIGHT}Z`}
        fill="currentColor"
        fillOpacity="0.1"
        stroke="none"
      />
      <path d={line.path} strokeWidth="2" strokeLinejoin="round" strokeLinecap="round" />
      {chosen !== undefined && (
        <g>
          <path d={`M${x},0V${HEIGHT}`} stroke="var(--muted)" strokeDasharray="3 3" />
          <circle cx={x} cy={y} r="5" fill="var(--bg)" strokeWidth="2" />
        </g>
      )}
    </svg>
  );
}
