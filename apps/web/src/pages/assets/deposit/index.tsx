import { useApi } from '@fairlead/calls';
import { IconLink } from '@fairlead/ui';
import { useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { href } from '../../../app/navigation.ts';
import { Screen } from '../../../app/Screen.tsx';
import { ADDRESS_FRESH_MS } from '../../../features/assets/deposit/AddressCard.tsx';
import { DepositForm } from '../../../features/assets/deposit/DepositForm.tsx';
import { readChoice } from '../../../features/assets/deposit/deposit-query.ts';
import { OnTheWay } from '../../../features/assets/deposit/OnTheWay.tsx';
import { useCurrencies } from '../../../features/assets/use-wallet.ts';

/** Money in: `?currency_id=3&chain=TRC20`, or `&way=bank`. */
export function Page() {
  const t = useTranslations('common.title');
  const custody = useTranslations('custody.tabs');
  return (
    <Screen
      title={t('deposit')}
      right={
        <IconLink
          icon="receipt"
          label={custody('deposits')}
          href={href('pages/assets/record', { tab: 'deposits' })}
        />
      }
    >
      <DepositForm />
      <div className="pt-2">
        <OnTheWay />
      </div>
      <ClaimLink />
    </Screen>
  );
}

/** For what was sent and is not listed. */
function ClaimLink() {
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
