import { formatPrice, Skeleton } from '@fairlead/ui';
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Grid, IndexLine, StrikeLine, Window, WindowLabel } from './ChartLines.tsx';
import { Tags, Times } from './ChartTags.tsx';
import { CHART_HEIGHT, type ChartInputs, chartShape } from './chart-model.ts';

export interface OptionChartProps extends Omit<ChartInputs, 'width'> {
  /** Nothing here may be taken as live. */
  isStale: boolean;
}

/** The index of the last minutes, where it is measured against, and where it will be. */
export function OptionChart({ isStale, ...inputs }: OptionChartProps) {
  const t = useTranslations('options.chart');
  const [element, width] = useWidth<HTMLDivElement>();
  const shape = chartShape({ ...inputs, width });
  const { decimals, order } = inputs;
  return (
    <div
      ref={element}
      dir="ltr"
      className="relative overflow-hidden"
      style={{ height: CHART_HEIGHT }}
    >
      {shape === undefined ? (
        <div role="status" aria-busy="true" className="gutter pt-2">
          <span className="fl-sr">{t('loading')}</span>
          <Skeleton height={CHART_HEIGHT - 16} className="rounded-12" />
        </div>
      ) : (
        <svg
          role="img"
          aria-label={t(order === undefined ? 'label' : 'labelOrder', {
            price: formatPrice(shape.last?.price, decimals),
            strike: formatPrice(order?.strike, decimals),
          })}
          viewBox={`0 0 ${width} ${CHART_HEIGHT}`}
          width={width}
          height={CHART_HEIGHT}
          className="block text-12"
        >
          <Grid shape={shape} />
          <Window shape={shape} />
          <IndexLine shape={shape} isStale={isStale} />
          <WindowLabel
            shape={shape}
            seconds={order?.windowSeconds ?? inputs.chosen?.windowSeconds}
          />
          <StrikeLine shape={shape} />
          <Tags shape={shape} decimals={decimals} isStale={isStale} />
          <Times shape={shape} nowMs={inputs.nowMs} chosenSeconds={inputs.chosen?.seconds} />
        </svg>
      )}
    </div>
  );
}

/** A phone's, until it is measured. */
const WIDTH_DEFAULT = 390;
/** Narrower than any phone; a frame that is being laid out may be anything. */
const WIDTH_MIN = 240;

/** The width of an element in whole pixels, followed as it changes. */
function useWidth<Element extends HTMLElement>(): [RefObject<Element | null>, number] {
  const element = useRef<Element>(null);
  const [width, setWidth] = useState(WIDTH_DEFAULT);
  useLayoutEffect(() => {
    const place = element.current;
    if (place === null) return undefined;
    const measure = () => {
      const { clientWidth } = place;
      setWidth(clientWidth === 0 ? WIDTH_DEFAULT : Math.max(WIDTH_MIN, Math.round(clientWidth)));
    };
    measure();
    if (typeof ResizeObserver === 'undefined') return undefined;
    const observer = new ResizeObserver(measure);
    observer.observe(place);
    return () => observer.disconnect();
  }, []);
  return [element, width];
}
