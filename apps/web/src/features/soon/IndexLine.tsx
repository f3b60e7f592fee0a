import { formatDate, formatPrice } from '@fairlead/ui';
import { type PointerEvent, useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { lineShape, type Point, pointAt } from './model.ts';

export interface IndexLineProps {
  points: readonly Point[];
  decimals: number;
  /** Short clock times within a day, dates above. */
  isLong: boolean;
}

/** The index as a line that ends in a ring. A finger on it reads single points. */
export function IndexLine({ points, decimals, isLong }: IndexLineProps) {
  const t = useTranslations('soon');
  const locale = useLocale();
  const [touched, setTouched] = useState<number>();
  const shape = lineShape(points);
  const [first, last] = [points[0], points.at(-1)];
  if (shape === undefined || first === undefined || last === undefined)
    return <p className="grid h-60 place-items-center text-muted">{t('noHistory')}</p>;
  const shown = Math.min(touched ?? points.length - 1, points.length - 1);
  const priceOf = (index: number) => formatPrice(points[index]?.price, decimals);
  const [high, low] = [priceOf(shape.highIndex), priceOf(shape.lowIndex)];
  const style = isLong ? 'day' : 'minute';
  const touch = (event: PointerEvent<HTMLDivElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    setTouched(pointAt(points.length, (event.clientX - left) / width));
  };
  return (
    <figure className="gutter">
      <figcaption className="flex h-6 items-center justify-between text-12 text-muted">
        <span>{t('low', { price: low })}</span>
        <span>{t('high', { price: high })}</span>
      </figcaption>
      <div
        className="relative mr-1.5 h-48 cursor-crosshair touch-pan-y text-brand select-none"
        role="img"
        aria-label={t('lineLabel', { low, high, last: priceOf(points.length - 1) })}
        onPointerDown={touch}
        onPointerMove={(event) =>
          (event.buttons > 0 || event.pointerType === 'mouse') && touch(event)
        }
        onPointerUp={(event) => event.pointerType !== 'mouse' && setTouched(undefined)}
        onPointerCancel={() => setTouched(undefined)}
        onPointerLeave={() => setTouched(undefined)}
      >
        <svg
          viewBox="0 -4 100 108"
          preserveAspectRatio="none"
          className="absolute inset-0 size-full overflow-visible"
          aria-hidden="true"
        >
          <path d={`${shape.path}L100,104L0,104Z`} className="fill-brand opacity-10" />
          <path
            d={shape.path}
            fill="none"
            stroke="currentColor"
            strokeWidth="1.5"
            strokeLinejoin="round"
            vectorEffect="non-scaling-stroke"
          />
        </svg>
        <Marker
          x={shape.xs[shown] ?? 100}
          y={shape.ys[shown] ?? 0}
          hasLine={touched !== undefined}
        />
        {touched !== undefined && (
          <Reading
            x={shape.xs[shown] ?? 0}
            price={priceOf(shown)}
            time={formatDate(points[shown]?.timeMs, isLong ? 'dayMinute' : 'minute', locale)}
          />
        )}
      </div>
      <div className="flex justify-between border-t border-hairline pt-1 text-12 text-muted">
        <time>{formatDate(first.timeMs, style, locale)}</time>
        <time>{formatDate(last.timeMs, style, locale)}</time>
      </div>
    </figure>
  );
}

/** Where in the drawing's height a value of the 100-box lies. */
const topOf = (y: number): string => `${((y + 4) / 108) * 100}%`;

function Marker({ x, y, hasLine }: { x: number; y: number; hasLine: boolean }) {
  return (
    <>
      {hasLine && (
        <span className="absolute inset-y-0 w-px bg-hairline-strong" style={{ left: `${x}%` }} />
      )}
      <span
        className="absolute size-2.5 -translate-1/2 rounded-full border-2 border-current bg-bg"
        style={{ left: `${x}%`, top: topOf(y) }}
      />
    </>
  );
}

function Reading({ x, price, time }: { x: number; price: string; time: string }) {
  const side = x > 50 ? { right: `${100 - x}%` } : { left: `${x}%` };
  return (
    <span
      className="absolute top-0 mx-2 rounded-8 bg-field px-2 py-1 text-12 whitespace-nowrap text-secondary"
      style={side}
    >
      <b className="font-medium text-text">{price}</b> {time}
    </span>
  );
}
