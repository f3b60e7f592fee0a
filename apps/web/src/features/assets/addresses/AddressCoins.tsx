import { Failed, LoadingRows, useApi } from '@fairlead/calls';
import type { WithdrawalAddress } from '@fairlead/contract';
import { CoinMark, EmptyState, List, ListRow } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { href } from '../../../app/navigation.ts';
import { CoinsPending } from '../CoinsPending.tsx';
import { cryptoTerms } from '../custody/chains.ts';
import { useCurrencies } from '../use-wallet.ts';

const countOf = (addresses: readonly WithdrawalAddress[], currencyId: number): number =>
  addresses.filter(({ currency_id }) => currency_id === currencyId).length;

/** Which coin's addresses: those that are withdrawn over a network. */
export function AddressCoins() {
  const t = useTranslations('payees');
  const withdraw = useTranslations('withdraw');
  const assets = useTranslations('assets');
  const { list } = useCurrencies();
  const addresses = useApi('withdrawalAddresses', {});
  if (addresses.data === undefined && addresses.error !== null) return <Failed query={addresses} />;
  if (list === undefined || addresses.data === undefined)
    return (
      <CoinsPending>
        <LoadingRows count={4} />
      </CoinsPending>
    );
  const { data } = addresses;
  const shown = list.filter(
    (currency) => cryptoTerms(currency).length > 0 || countOf(data, currency.currency_id) > 0,
  );
  if (shown.length === 0) return <EmptyState>{withdraw('nothing')}</EmptyState>;
  return (
    <>
      <p className="gutter pt-2 pb-2 text-secondary">{t('lead')}</p>
      <List label={assets('coins')}>
        {shown.map((currency) => (
          <ListRow
            key={currency.currency_id}
            leading={<CoinMark code={currency.name} />}
            title={currency.name}
            caption={currency.full_name}
            value={
              <span className="text-14 font-body text-muted">
                {t('count', { count: countOf(data, currency.currency_id) })}
              </span>
            }
            chevron
            href={href('pages/user/address/index', { currency_id: currency.currency_id })}
          />
        ))}
      </List>
    </>
  );
}
