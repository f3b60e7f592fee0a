import type { OptionOrder } from '@fairlead/contract';
import { Note } from '@fairlead/ui';
import { useTranslations } from 'use-intl';

/** Why too few samples decided an order, whose doing that was, and what they say. Nothing where there were enough. */
export function ShortNote({ order }: { order: OptionOrder }) {
  const t = useTranslations('options');
  const { result, shortfall, would_be } = order;
  const seconds = String(order.window_seconds);
  if (shortfall === undefined && result !== 'refunded') return null;
  return (
    <Note kind="info">
      {result === 'refunded' && `${t('detail.refunded', { seconds })} `}
      {shortfall !== undefined && t(`short.${shortfall}`, { seconds })}{' '}
      {result === 'win' ? t('short.paid') : would_be !== undefined && t(`short.${would_be}`)}
    </Note>
  );
}
