import type { CurrencyInfo } from '@fairlead/contract';
import { CoinMark, EmptyState, List, ListRow, Segment, SkeletonRows } from '@fairlead/ui';
import { isZeroDecimal } from '@fairlead/units';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { href } from '../../../app/navigation.ts';
import { Amount } from '../../../app/parts/Amount.tsx';
import { SearchField } from '../../../app/parts/SearchField.tsx';
import { tidy } from '../../../data/tidy.ts';
import { CoinsPending } from '../CoinsPending.tsx';
import { balancesOf } from '../model.ts';
import { useCurrencies, useWallet } from '../use-wallet.ts';
import { canWithdraw, type Way } from './withdraw-model.ts';

const TARGET = {
  crypto: 'pages/assets/withdraw/detail',
  bank: 'pages/assets/withdraw/bank/bank',
} as const;

/** Where to, then which coin; those one has come first. */
export function CoinChoice() {
  const t = useTranslations('withdraw');
  const assets = useTranslations('assets');
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const [search, setSearch] = useState('');
  const way: Way = query.get('way') === 'bank' ? 'bank' : 'crypto';
  return (
    <>
      <div className="gutter grid gap-3 pt-2 pb-2">
        <Segment
          label={t('way')}
          value={way}
          options={[
            { value: 'crypto', label: t('toAddress') },
            { value: 'bank', label: t('toCard') },
          ]}
          onValueChange={(next) =>
            void navigate({ search: next === 'bank' ? '?way=bank' : '' }, { replace: true })
          }
        />
        <SearchField label={assets('search')} value={search} onValueChange={setSearch} />
      </div>
      <Coins way={way} search={search} />
    </>
  );
}

function Coins({ way, search }: { way: Way; search: string }) {
  const t = useTranslations('withdraw');
  const assets = useTranslations('assets');
  const common = useTranslations('common');
  const { list } = useCurrencies();
  const { data: wallet } = useWallet();
  if (list === undefined)
    return (
      <CoinsPending>
        <SkeletonRows label={common('loading')} count={6} />
      </CoinsPending>
    );
  const wanted = search.trim().toLocaleLowerCase();
  const available = (currency: CurrencyInfo): string | undefined =>
    wallet &&
    (balancesOf(wallet, 'coin').find((one) => one.currency_id === currency.currency_id)
      ?.available ??
      '0');
  const rank = (currency: CurrencyInfo): number =>
    (canWithdraw(currency, way) ? 0 : 2) + (isZeroDecimal(available(currency) ?? '0') ? 1 : 0);
  const open = list.filter((currency) => canWithdraw(currency, way));
  // What cannot go out is found by searching, and said to be closed.
  const offered = wanted === '' ? open : list;
  if (open.length === 0) return <EmptyState>{t('nothing')}</EmptyState>;
  const shown = offered
    .filter(({ name, full_name }) => `${name} ${full_name}`.toLocaleLowerCase().includes(wanted))
    .sort((left, right) => rank(left) - rank(right));
  if (shown.length === 0)
    return (
      <p className="gutter py-8 text-center text-muted">
        {assets('noMatch', { search: search.trim() })}
      </p>
    );
  return (
    <List label={assets('coins')}>
      {shown.map((currency) => {
        const amount = available(currency);
        const isOpen = canWithdraw(currency, way);
        return (
          <ListRow
            key={currency.currency_id}
            leading={<CoinMark code={currency.name} />}
            title={<span className={isOpen ? undefined : 'text-muted'}>{currency.name}</span>}
            caption={currency.full_name}
            value={
              isOpen ? (
                <Amount value={amount && tidy(amount)} />
              ) : (
                <span className="text-14 font-body text-muted">{t('closed')}</span>
              )
            }
            {...(isOpen && {
              valueCaption: assets('available'),
              chevron: true,
              href: href(TARGET[way], { currency_id: currency.currency_id }),
            })}
          />
        );
      })}
    </List>
  );
}
