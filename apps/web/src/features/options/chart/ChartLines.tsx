import { formatPrice } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { type ChartShape, PLOT_BOTTOM } from './chart-model.ts';

/** Prices and tags keep off the right edge by this. */
export const EDGE = 4;
/** Words stay legible where the line passes behind them. */
const HALO = 'stroke-bg stroke-3 [paint-order:stroke] [stroke-linejoin:round]';

export function Grid({ shape }: { shape: ChartShape }) {
  return shape.grid.map(({ y, price, hasLabel }) => (
    <g key={price}>
      <path d={`M0 ${y}H${shape.right - EDGE}`} className="stroke-grid" />
      {hasLabel && (
        <text x={shape.width - EDGE} y={y + 4} textAnchor="end" className="fill-muted">
          {formatPrice(price)}
        </text>
      )}
    </g>
  ));
}

/** The band whose mean decides, ending in the moment of delivery; dashed while nothing is bought. */
export function Window({ shape }: { shape: ChartShape }) {
  const { x, width, endX, isBought } = shape.window;
  if (width === 0) return null;
  return (
    <>
      <rect
        x={x}
        y={0}
        width={width}
        height={PLOT_BOTTOM}
        className={isBought ? 'fill-brand opacity-[0.22]' : 'fill-muted opacity-10'}
      />
      <path
        d={`M${endX} 0V${PLOT_BOTTOM}`}
        strokeDasharray={isBought ? undefined : '3 4'}
        className={isBought ? 'stroke-brand' : 'stroke-hairline-strong'}
      />
    </>
  );
}

export function WindowLabel({
  shape,
  seconds,
}: {
  shape: ChartShape;
  seconds: number | undefined;
}) {
  const t = useTranslations('options.chart');
  const { x, isBought } = shape.window;
  if (seconds === undefined) return null;
  return (
    <text
      x={x - 6}
      y={PLOT_BOTTOM - 8}
      textAnchor="end"
      className={`${HALO} ${isBought ? 'fill-brand' : 'fill-muted'}`}
    >
      {t('mean', { seconds: String(seconds) })}
    </text>
  );
}

export function IndexLine({ shape, isStale }: { shape: ChartShape; isStale: boolean }) {
  const { paths, last, right } = shape;
  return (
    <g className={isStale ? 'text-stale' : 'text-text'}>
      {paths.map(({ line, area }) => (
        <g key={line.split('L', 1)[0]}>
          <path d={area} fill="currentColor" opacity={0.05} />
          <path
            d={line}
            fill="none"
            stroke="currentColor"
            strokeWidth={1.5}
            strokeLinejoin="round"
          />
        </g>
      ))}
      {last && (
        <path
          d={`M${last.x + 6} ${last.y}H${right - 6}L${right} ${last.tagY}`}
          fill="none"
          strokeDasharray="1 4"
          className="stroke-muted"
        />
      )}
    </g>
  );
}

export function StrikeLine({ shape: { strike, right } }: { shape: ChartShape }) {
  const t = useTranslations('options.chart');
  if (strike === undefined) return null;
  return (
    <>
      <path
        d={`M${strike.x} ${strike.y}H${right - 6}L${right} ${strike.tagY}`}
        fill="none"
        strokeDasharray="4 3"
        className="stroke-brand"
      />
      <text x={strike.x} y={strike.labelY} textAnchor="middle" className={`${HALO} fill-brand`}>
        {t('strike')}
      </text>
    </>
  );
}
