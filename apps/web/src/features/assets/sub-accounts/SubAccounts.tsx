import { LoadingRows, Pending, useApi } from '@fairlead/calls';
import type { SubAccount } from '@fairlead/contract';
import { Button, EmptyState, Icon, List, ListRow, Note, Tag, TextLink } from '@fairlead/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { href } from '../../../app/navigation.ts';
import { Amount } from '../../../app/parts/Amount.tsx';
import { useWallet } from '../use-wallet.ts';
import { ACCOUNTS_MAX, stateOf } from './model.ts';
import { TermsSheet } from './TermsSheet.tsx';
import { useProductNames } from './use-product-names.ts';
import { useWalletOf } from './use-wallets.ts';

const PATH = 'pages/settings/subAccounts';

/** Own sub-accounts with what each is worth, below the main one; another is made here. */
export function SubAccounts() {
  const t = useTranslations('subAccounts');
  const query = useApi('subAccounts', {});
  const { data } = query;
  const [isOpen, setOpen] = useState(false);
  const [round, begin] = useState(0);
  if (data === undefined) return <Pending query={query} loading={<LoadingRows count={4} />} />;
  return (
    <>
      <div className="gutter pb-3">
        <p className="text-secondary">{t('lead')}</p>
        <TextLink href={href('pages/help/center/detail', { key: 'accounts' })}>{t('how')}</TextLink>
      </div>
      <List label={t('list')}>
        <MainRow />
        {data.map((account) => (
          <AccountRow key={account.id} account={account} />
        ))}
      </List>
      {data.length === 0 && <EmptyState>{t('none')}</EmptyState>}
      <div className="grid gap-4 gutter pt-4">
        <Button
          variant="main"
          block
          icon="plus"
          disabled={data.length >= ACCOUNTS_MAX}
          onClick={() => {
            begin(round + 1);
            setOpen(true);
          }}
        >
          {t('create')}
        </Button>
        <Note>{t('kept', { count: String(data.length), most: String(ACCOUNTS_MAX) })}</Note>
      </div>
      {/* Each opening begins anew. */}
      <TermsSheet key={round} isOpen={isOpen} account={undefined} onClose={() => setOpen(false)} />
    </>
  );
}

function MainRow() {
  const t = useTranslations('subAccounts');
  const { data: wallet } = useWallet();
  return (
    <ListRow
      leading={<RoundIcon name="home" isMain />}
      title={t('main')}
      caption={t('actingNow')}
      value={<Amount value={wallet?.total} decimals={2} unit={wallet?.convert_currency} />}
    />
  );
}

function AccountRow({ account }: { account: SubAccount }) {
  const t = useTranslations('subAccounts');
  const wallet = useWalletOf(account.id);
  const names = useProductNames();
  const state = stateOf(account);
  return (
    <ListRow
      leading={<RoundIcon name="person" />}
      title={<span className="wrap-anywhere">{account.name}</span>}
      caption={
        state === 'open' ? (
          names(account.products)
        ) : (
          <Tag kind={state === 'frozen' ? 'warn' : 'plain'}>{t(`states.${state}`)}</Tag>
        )
      }
      value={
        <Amount value={wallet.data?.total} decimals={2} unit={wallet.data?.convert_currency} />
      }
      chevron
      href={href(PATH, { id: account.id })}
    />
  );
}

/** A mark of 36. */
function RoundIcon({ name, isMain = false }: { name: 'home' | 'person'; isMain?: boolean }) {
  const tone = isMain ? 'bg-brand-tint text-brand' : 'bg-field text-secondary';
  return (
    <span className={`grid size-9 flex-none place-items-center rounded-full ${tone}`}>
      <Icon name={name} />
    </span>
  );
}
