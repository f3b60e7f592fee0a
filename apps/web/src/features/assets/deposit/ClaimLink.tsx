import { useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { href } from '../../../app/navigation.ts';
import { useCurrencies } from '../use-wallet.ts';
import { readChoice } from './deposit-query.ts';

/** For what was sent and is not listed. */
export function ClaimLink() {
  const t = useTranslations('deposit');
  const [query] = useSearchParams();
  const { list } = useCurrencies();
  const { currency, way, chain } = readChoice(query, list);
  if (currency === undefined || way === 'bank' || currency.chains.length === 0) return null;
  const target = href('pages/assets/deposit/charge', {
    currency_id: currency.currency_id,
    ...(chain === undefined ? {} : { chain }),
  });
  return (
    <p className="gutter py-3 text-center text-12 text-balance text-muted">
      {t('notListed')}{' '}
      <a className="inline-block py-3 font-medium text-brand" href={target}>
        {t('claimLink')}
      </a>
    </p>
  );
}
