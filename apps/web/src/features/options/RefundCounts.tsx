import { useTranslations } from 'use-intl';
import { useApi } from '../../data/use-api.ts';

/** How many options of all users had too few samples, and by whose doing: public, and kept by nobody's word. */
export function RefundCounts() {
  const t = useTranslations('options.short');
  const { data } = useApi('refunds', {});
  if (data === undefined) return null;
  const { refunded, by_house, paid_as_win } = data.total;
  return (
    <p className="gutter py-3 text-12 text-muted">
      {t('counts', {
        refunded: String(refunded),
        house: String(by_house),
        paid: String(paid_as_win),
      })}
    </p>
  );
}
