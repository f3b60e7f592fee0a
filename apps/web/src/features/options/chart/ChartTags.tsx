import { formatDate, formatPrice } from '@fairlead/ui';
import { useLocale, useTranslations } from 'use-intl';
import { EDGE } from './ChartLines.tsx';
import { type ChartShape, PLOT_BOTTOM, timeLabels } from './chart-model.ts';

const TAG_WIDTH = 76;
const TAG_HEIGHT = 20;

interface TagsProps {
  shape: ChartShape;
  decimals: number;
  isStale: boolean;
}

/** The two rings on the line and the two prices at the right. */
export function Tags({ shape: { strike, last, right, width }, decimals, isStale }: TagsProps) {
  const textX = width - EDGE - 5;
  return (
    <>
      {strike && (
        <>
          <circle
            cx={strike.x}
            cy={strike.y}
            r={4.5}
            strokeWidth={2}
            className="fill-bg stroke-brand"
          />
          <rect
            x={right}
            y={strike.tagY - TAG_HEIGHT / 2}
            width={TAG_WIDTH}
            height={TAG_HEIGHT}
            rx={4}
            className="fill-brand-fill"
          />
          <text
            x={textX}
            y={strike.tagY + 4}
            textAnchor="end"
            className="fill-on-brand font-medium"
          >
            {formatPrice(strike.price, decimals)}
          </text>
        </>
      )}
      {last && (
        <>
          <circle
            cx={last.x}
            cy={last.y}
            r={4.5}
            strokeWidth={2}
            className={isStale ? 'fill-bg stroke-stale' : 'fill-bg stroke-text'}
          />
          <rect
            x={right}
            y={last.tagY - TAG_HEIGHT / 2}
            width={TAG_WIDTH}
            height={TAG_HEIGHT}
            rx={4}
            className="fill-field"
          />
          <text
            x={textX}
            y={last.tagY + 4}
            textAnchor="end"
            className={isStale ? 'fill-stale font-medium' : 'fill-text font-medium'}
          >
            {formatPrice(last.price, decimals)}
          </text>
        </>
      )}
    </>
  );
}

const TIME_Y = PLOT_BOTTOM + 14;

interface TimesProps {
  shape: ChartShape;
  nowMs: number;
  chosenSeconds: number | undefined;
}

export function Times({ shape, nowMs, chosenSeconds }: TimesProps) {
  const t = useTranslations('options');
  const locale = useLocale();
  const time = (atMs: number) => formatDate(atMs, 'time', locale);
  const { isBought, endX } = shape.window;
  const after =
    chosenSeconds === undefined
      ? undefined
      : `+${t('seconds', { seconds: String(chosenSeconds) })}`;
  const texts = {
    start: time(shape.startMs),
    now: t('chart.now', { time: time(nowMs) }),
    end: isBought ? time(shape.endMs) : after,
  };
  const { start, now, end } = timeLabels(texts, { nowX: shape.nowX, endX, right: shape.right });
  return (
    <>
      {start && (
        <text x={start.x} y={TIME_Y} className="fill-muted">
          {texts.start}
        </text>
      )}
      <text x={now.x} y={TIME_Y} textAnchor={now.anchor} className="fill-muted">
        {texts.now}
      </text>
      {end && (
        <text
          x={end.x}
          y={TIME_Y}
          textAnchor={end.anchor}
          className={isBought ? 'fill-brand' : 'fill-muted'}
        >
          {texts.end}
        </text>
      )}
    </>
  );
}
