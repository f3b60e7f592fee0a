import { useTranslations } from 'use-intl';
import { BOOK_LAYOUTS, type BookLayout } from './levels.ts';

export interface LayoutButtonProps {
  layout: BookLayout;
  onLayoutChange: (layout: BookLayout) => void;
}

/** Four lines: above the middle the asks, below it the bids. */
const LINES: Readonly<Record<BookLayout, readonly ('ask' | 'bid')[]>> = {
  both: ['ask', 'ask', 'bid', 'bid'],
  bids: ['bid', 'bid', 'bid', 'bid'],
  asks: ['ask', 'ask', 'ask', 'ask'],
};
const WIDTHS = [16, 10, 16, 7] as const;

/** Goes through both sides, bids only, asks only. */
export function LayoutButton({ layout, onLayoutChange }: LayoutButtonProps) {
  const t = useTranslations('trade.layout');
  const next = BOOK_LAYOUTS[(BOOK_LAYOUTS.indexOf(layout) + 1) % BOOK_LAYOUTS.length] ?? 'both';
  return (
    <button
      type="button"
      className="hit grid h-9 w-11 place-items-center rounded-8 bg-control"
      aria-label={t(layout)}
      onClick={() => onLayoutChange(next)}
    >
      <svg viewBox="0 0 24 24" className="fl-icon" data-size={16} aria-hidden="true">
        {LINES[layout].map((side, index) => (
          <path
            // biome-ignore lint/suspicious/noArrayIndexKey: four lines in fixed places
            key={index}
            className={
              layout === 'both' ? 'text-muted' : side === 'ask' ? 'text-fall' : 'text-rise'
            }
            d={`M4 ${6 + index * 4}h${WIDTHS[index] ?? 16}`}
          />
        ))}
      </svg>
    </button>
  );
}
