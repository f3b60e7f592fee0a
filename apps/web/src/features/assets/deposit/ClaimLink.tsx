import { useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { href } from '../../../app/navigation.ts';
import { useApi } from '../../../data/use-api.ts';
import { useCurrencies } from '../use-wallet.ts';
import { ADDRESS_FRESH_MS } from './AddressCard.tsx';
import { readChoice } from './deposit-query.ts';

/** For what was sent and is not listed. */
export function ClaimLink() {
  const t = useTranslations('deposit');
  const [query] = useSearchParams();
  const { list } = useCurrencies();
  const { currency, way, chain } = readChoice(query, list);
  // The same question as the address card's; a closed network offers the claim itself.
  const request = { currency_id: currency?.currency_id ?? 0, chain: chain ?? 'TRC20' } as const;
  const address = useApi('depositAddress', request, {
    enabled: currency !== undefined && way === 'crypto' && chain !== undefined,
    freshForMs: ADDRESS_FRESH_MS,
  });
  if (chain !== undefined && address.data === undefined) return null;
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
