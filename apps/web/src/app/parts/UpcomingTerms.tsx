import { useApi } from '@fairlead/calls';
import { formatDate, Note } from '@fairlead/ui';
import { useLocale, useTranslations } from 'use-intl';

const FRESH_FOR_MS = 60_000;

export interface UpcomingTermsProps {
  /** What is bought here: a market's product, locked funds, or a way in or out. */
  product: 'market' | 'futures' | 'options' | 'option_currency' | 'hosting' | 'offering' | 'chain';
  symbol?: string | undefined;
  currencyId?: number | undefined;
  productId?: number | undefined;
  /** Says whose terms, where another line stands beside it. */
  isNamed?: boolean;
  /** Of what stands around the line. */
  className?: string;
}

/** A line where terms are announced to change, with the way to the announcement; nothing where none are. */
export function UpcomingTerms({
  product,
  symbol,
  currencyId,
  productId,
  isNamed = false,
  className,
}: UpcomingTermsProps) {
  const t = useTranslations('common');
  const locale = useLocale();
  const { data = [] } = useApi('upcomingTerms', {}, { freshForMs: FRESH_FOR_MS });
  const next = data.find(
    (each) =>
      each.product === product &&
      (symbol === undefined || each.symbol === symbol) &&
      (currencyId === undefined || each.currency_id === currencyId) &&
      (productId === undefined || each.product_id === productId),
  );
  if (next === undefined) return null;
  const text = t('upcomingTerms', { time: formatDate(next.starts_at, 'dayMinute', locale) });
  return (
    <div className={className}>
      <Note kind="info">
        {isNamed ? `${next.name}: ${text}` : text}{' '}
        {next.news_id !== undefined && (
          <a className="underline" href={`#/pages/index/notice/notice?id=${next.news_id}`}>
            {t('upcomingTermsMore')}
          </a>
        )}
      </Note>
    </div>
  );
}
