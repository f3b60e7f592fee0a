import { SkeletonCard } from '@fairlead/ui';
import { useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { Screen } from '../../../app/Screen.tsx';
import { AddressForm } from '../../../features/assets/addresses/AddressForm.tsx';
import { CoinsPending } from '../../../features/assets/CoinsPending.tsx';
import { cryptoTerms, readCurrencyId } from '../../../features/assets/custody/chains.ts';
import { useCurrencies } from '../../../features/assets/use-wallet.ts';

/** A new address: `?currency_id=3&chain=TRC20`. */
export function Page() {
  const t = useTranslations('common');
  const [query] = useSearchParams();
  const { list } = useCurrencies();
  const open = list?.filter((one) => cryptoTerms(one).length > 0) ?? [];
  const asked = readCurrencyId(query);
  const currency = open.find((one) => one.currency_id === asked) ?? open[0];
  return (
    <Screen title={t('title.addAddress')}>
      {currency === undefined ? (
        <CoinsPending>
          <div className="gutter pt-2">
            <SkeletonCard label={t('loading')} height={320} lines={4} />
          </div>
        </CoinsPending>
      ) : (
        <AddressForm key={currency.currency_id} currency={currency} list={open} />
      )}
    </Screen>
  );
}
