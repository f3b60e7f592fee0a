import { useTranslations } from 'use-intl';
import { Pill } from '../settings/Pill.tsx';
import { CHART_COUNTS, type ChartCount, type GridProduct, keepGrid } from './chart-grid.ts';

const MARKS: Readonly<Record<ChartCount, string>> = {
  1: 'M1.5 1.5h13v9h-13z',
  2: 'M1.5 1.5h13v9h-13zM8 1.5v9',
  4: 'M1.5 1.5h13v9h-13zM8 1.5v9M1.5 6h13',
};

export interface ChartCountsProps {
  product: GridProduct;
  count: ChartCount;
}

/** One chart, two or four side by side. */
export function ChartCounts({ product, count }: ChartCountsProps) {
  const t = useTranslations('desk.charts');
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset brings a look that cannot be undone
    <span role="group" aria-label={t('title')} className="ms-auto flex gap-1">
      {CHART_COUNTS.map((one) => (
        <Pill
          key={one}
          label={t('count', { count: one })}
          pressed={one === count}
          onClick={() => keepGrid(product, { count: one })}
        >
          <svg
            viewBox="0 0 16 12"
            width={16}
            height={16}
            fill="none"
            stroke="currentColor"
            strokeWidth={1.25}
            aria-hidden="true"
          >
            <path d={MARKS[one]} />
          </svg>
        </Pill>
      ))}
    </span>
  );
}
