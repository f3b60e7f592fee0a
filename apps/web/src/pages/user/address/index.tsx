import { SkeletonRows } from '@fairlead/ui';
import { useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { Screen } from '../../../app/Screen.tsx';
import { AddressList } from '../../../features/assets/addresses/AddressList.tsx';
import { CoinsPending } from '../../../features/assets/CoinsPending.tsx';
import { cryptoTerms, readCurrencyId } from '../../../features/assets/custody/chains.ts';
import { useCurrencies } from '../../../features/assets/use-wallet.ts';

/** The saved addresses of a coin: `?currency_id=3`. */
export function Page() {
  const t = useTranslations('common');
  const [query] = useSearchParams();
  const { list, byId } = useCurrencies();
  const asked = readCurrencyId(query);
  const currency =
    (asked === undefined ? undefined : byId.get(asked)) ??
    list?.find((one) => cryptoTerms(one).length > 0);
  const title = t('title.addresses');
  return (
    <Screen title={currency === undefined ? title : `${currency.name} · ${title}`}>
      {currency === undefined ? (
        <CoinsPending>
          <SkeletonRows label={t('loading')} count={3} />
        </CoinsPending>
      ) : (
        <AddressList currency={currency} />
      )}
    </Screen>
  );
}
