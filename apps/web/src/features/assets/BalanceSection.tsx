import type { Wallet } from '@fairlead/contract';
import {
  Button,
  Checkbox,
  EmptyState,
  formatAmount,
  IconButton,
  List,
  MASK,
  SectionHead,
  SkeletonRows,
} from '@fairlead/ui';
import { isZeroDecimal } from '@fairlead/units';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { SearchField } from '../../app/parts/SearchField.tsx';
import { setSetting, useSetting } from '../../data/account/settings.ts';
import { BalanceRow } from './BalanceRow.tsx';
import { BalanceSheet } from './BalanceSheet.tsx';
import { type Account, balancesOf, selectBalances } from './model.ts';
import { useCurrencies } from './use-wallet.ts';

export interface BalanceSectionProps {
  account: Account;
  title: string;
  wallet: Wallet | undefined;
  /** What to do where the account is empty. */
  emptyAction: ReactNode;
  emptyText: string;
}

/** The currencies of one account; small ones may be hidden and are counted all the same. */
export function BalanceSection(props: BalanceSectionProps) {
  const { account, title, wallet, emptyAction, emptyText } = props;
  const t = useTranslations('assets');
  const common = useTranslations('common');
  const hideSmall = useSetting('hideSmall');
  const [search, setSearch] = useState<string>();
  return (
    <section aria-label={title}>
      <SectionHead
        title={title}
        end={
          <span className="flex min-w-0 items-center gap-1">
            <IconButton
              icon={search === undefined ? 'search' : 'close'}
              iconSize={16}
              label={search === undefined ? t('search') : common('clear')}
              className="text-secondary"
              onClick={() => setSearch(search === undefined ? '' : undefined)}
            />
            <Checkbox
              className="text-12 leading-4 text-secondary"
              checked={hideSmall}
              onCheckedChange={(isOn) => setSetting('hideSmall', isOn)}
            >
              {t('hideSmall')}
            </Checkbox>
          </span>
        }
      />
      {search !== undefined && (
        <SearchField
          className="gutter pb-2"
          label={t('search')}
          autoFocus
          value={search}
          onValueChange={setSearch}
        />
      )}
      {wallet === undefined ? (
        <SkeletonRows label={common('loading')} count={4} />
      ) : (
        <Balances
          account={account}
          wallet={wallet}
          search={search ?? ''}
          emptyAction={emptyAction}
          emptyText={emptyText}
        />
      )}
    </section>
  );
}

interface BalancesProps extends Omit<BalanceSectionProps, 'wallet' | 'title'> {
  wallet: Wallet;
  search: string;
}

function Balances({ account, wallet, search, emptyAction, emptyText }: BalancesProps) {
  const t = useTranslations('assets');
  const hideSmall = useSetting('hideSmall');
  const { names } = useCurrencies();
  const [openId, setOpenId] = useState<number>();
  const balances = balancesOf(wallet, account);
  const isEmpty = balances.every(({ total }) => isZeroDecimal(total));
  const { shown, hiddenCount, hiddenValue } = selectBalances(balances, {
    hideSmall,
    search,
    names,
  });
  if (isEmpty && search === '') return <EmptyState action={emptyAction}>{emptyText}</EmptyState>;
  if (shown.length === 0 && search !== '')
    return (
      <p className="gutter py-8 text-center text-muted">
        {t('noMatch', { search: search.trim() })}
      </p>
    );
  return (
    <>
      {shown.length === 0 && <OnlySmall />}
      <List label={t(`accountTitle.${account}`)}>
        {shown.map((balance) => (
          <BalanceRow
            key={balance.currency_id}
            balance={balance}
            convertCurrency={wallet.convert_currency}
            fullName={names.get(balance.name)}
            onOpen={({ currency_id }) => setOpenId(currency_id)}
          />
        ))}
      </List>
      {hiddenCount > 0 && (
        <HiddenLine count={hiddenCount} value={hiddenValue} unit={wallet.convert_currency} />
      )}
      <BalanceSheet
        account={account}
        wallet={wallet}
        currencyId={openId}
        onClose={() => setOpenId(undefined)}
      />
    </>
  );
}

function OnlySmall() {
  const t = useTranslations('assets');
  return (
    <EmptyState
      action={
        <Button size={36} onClick={() => setSetting('hideSmall', false)}>
          {t('showSmall')}
        </Button>
      }
    >
      {t('onlySmall')}
    </EmptyState>
  );
}

function HiddenLine({ count, value, unit }: { count: number; value: string; unit: string }) {
  const t = useTranslations('assets');
  const isHidden = useSetting('hideBalances');
  const text = isHidden ? `${MASK} ${unit}` : formatAmount(value, 2, unit);
  return (
    <p className="gutter py-2 text-center text-12 text-muted">
      {t('hiddenSmall', { count, value: text })}
    </p>
  );
}
