import type { ReceiptSample } from '@fairlead/contract';
import { formatDate, formatPrice } from '@fairlead/ui';
import { type KeyboardEvent, type PointerEvent, useMemo } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { tidy } from '../check/exact.ts';
import { type WindowPoint, windowShape } from './window-shape.ts';

export interface WindowChartProps {
  samples: readonly ReceiptSample[];
  mean: string | undefined;
  chosen: number;
  onChoose: (index: number) => void;
}

/** Seconds under each point up to here; beyond, under the first and the last. */
const TIMES_MAX = 8;
const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

/** The samples of a window on one line, their mean across it. A tap or an arrow key chooses one. */
export function WindowChart({ samples, mean, chosen, onChoose }: WindowChartProps) {
  const t = useTranslations('receipt.chart');
  const locale = useLocale();
  const shape = useMemo(() => windowShape(samples, mean), [samples, mean]);
  const last = samples.length - 1;
  const choose = (index: number) => onChoose(Math.min(last, Math.max(0, index)));
  const touch = (event: PointerEvent<HTMLDivElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    choose(Math.floor(((event.clientX - left) / width) * samples.length));
  };
  const step = (event: KeyboardEvent) => {
    const by = STEPS[event.key];
    if (by === undefined) return;
    event.preventDefault();
    choose(chosen + by);
  };
  const sample = samples[chosen];
  const time = formatDate(sample?.time, 'time', locale);
  return (
    <>
      <div
        className="relative h-24 cursor-pointer [touch-action:pan-y] rounded-8 text-12 select-none"
        role="slider"
        dir="ltr"
        tabIndex={0}
        aria-label={t('label')}
        aria-valuemin={1}
        aria-valuemax={samples.length}
        aria-valuenow={chosen + 1}
        aria-valuetext={
          sample?.index_price === undefined
            ? t('stale', { time })
            : t('value', { time, price: formatPrice(tidy(sample.index_price)) })
        }
        onPointerDown={touch}
        onPointerMove={(event) => event.buttons > 0 && touch(event)}
        onKeyDown={step}
      >
        <div className="absolute inset-x-0 top-7 bottom-7">
          <svg
            viewBox="0 0 100 100"
            preserveAspectRatio="none"
            className="absolute inset-0 size-full overflow-visible"
            aria-hidden="true"
          >
            {shape.meanY !== undefined && (
              <path
                d={`M0,${shape.meanY}H100`}
                className="stroke-brand"
                strokeDasharray="4 3"
                vectorEffect="non-scaling-stroke"
              />
            )}
            {shape.paths.map((path) => (
              <path
                key={path}
                d={path}
                fill="none"
                className="stroke-text"
                strokeWidth="2"
                strokeLinejoin="round"
                vectorEffect="non-scaling-stroke"
              />
            ))}
          </svg>
          {shape.points.map((point, index) => (
            <Point
              key={point.timeMs}
              point={point}
              isChosen={index === chosen}
              isSmall={samples.length > 2 * TIMES_MAX}
            />
          ))}
        </div>
      </div>
      <Times samples={samples} chosen={chosen} />
    </>
  );
}

interface PointProps {
  point: WindowPoint;
  isChosen: boolean;
  isSmall: boolean;
}

function Point({ point, isChosen, isSmall }: PointProps) {
  const { x, y, label, isAbove } = point;
  const ring = isChosen ? 'border-brand bg-brand' : 'border-text bg-bg';
  // A second without an index stands on the ground, open and grey.
  const look = y === undefined ? 'border-hairline-strong bg-bg' : ring;
  return (
    <span className="absolute" style={{ left: `${x}%`, top: `${y ?? 100}%` }}>
      <span
        className={`absolute [translate:-50%_-50%] rounded-full border-2 ${look} ${
          isSmall && !isChosen ? 'size-1.5' : 'size-3'
        }`}
      />
      {label !== undefined && (
        <span
          className={`absolute [translate:-50%] whitespace-nowrap ${isAbove ? 'bottom-2' : 'top-2'} ${
            isChosen ? 'text-brand' : 'text-secondary'
          }`}
        >
          {label}
        </span>
      )}
    </span>
  );
}

function Times({ samples, chosen }: Pick<WindowChartProps, 'samples' | 'chosen'>) {
  const locale = useLocale();
  const second = (ms: number) => `:${String(Math.floor(ms / 1_000) % 60).padStart(2, '0')}`;
  const first = samples[0];
  const last = samples.at(-1);
  if (first === undefined || last === undefined) return null;
  if (samples.length > TIMES_MAX)
    return (
      <p dir="ltr" className="flex justify-between text-12 text-muted" aria-hidden="true">
        <span>{formatDate(first.time, 'time', locale)}</span>
        <span>{formatDate(last.time, 'time', locale)}</span>
      </p>
    );
  return (
    <p dir="ltr" className="flex text-12 text-muted" aria-hidden="true">
      {samples.map(({ time }, index) => (
        <span key={time} className={`flex-1 text-center ${index === chosen ? 'text-brand' : ''}`}>
          {second(time)}
        </span>
      ))}
    </p>
  );
}
