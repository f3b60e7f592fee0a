import { Pending, useApi } from '@fairlead/calls';
import type { SubAccount, Wallet } from '@fairlead/contract';
import {
  Button,
  EmptyState,
  formatDate,
  List,
  ListRow,
  Money,
  Note,
  SectionHead,
  SettingGroup,
  SettingRow,
  Skeleton,
} from '@fairlead/ui';
import { useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { Amount, EyeButton } from '../../../app/parts/Amount.tsx';
import { actAs } from '../../../data/account/acting.ts';
import { useSetting } from '../../../data/account/settings.ts';
import { tidy } from '../../../data/tidy.ts';
import { MoveSheet } from './MoveSheet.tsx';
import { stateOf } from './model.ts';
import { TermsSheet } from './TermsSheet.tsx';
import { useProductNames } from './use-product-names.ts';
import { useWalletOf } from './use-wallets.ts';

const ASSETS = '/pages/assets/index';
const KEYS = '/pages/settings/security/apiKeys';

/** One sub-account: what is in it, and what its owner does with it. */
export function SubAccountPage({ id }: { id: number }) {
  const errors = useTranslations('errors');
  const query = useApi('subAccounts', {});
  const { data } = query;
  if (data === undefined) return <Pending query={query} />;
  const account = data.find((each) => each.id === id);
  if (account === undefined) return <EmptyState>{errors('notFound')}</EmptyState>;
  return <Shown account={account} />;
}

function Shown({ account }: { account: SubAccount }) {
  const t = useTranslations('subAccounts');
  const locale = useLocale();
  const { data: wallet } = useWalletOf(account.id);
  const [sheet, open] = useState<{ readonly kind: 'move' | 'edit'; readonly round: number }>();
  const [isOpen, setOpen] = useState(false);
  const show = (kind: 'move' | 'edit') => {
    open({ kind, round: (sheet?.round ?? 0) + 1 });
    setOpen(true);
  };
  const shared = { isOpen, account, onClose: () => setOpen(false) };
  return (
    <>
      <Total account={account} wallet={wallet} />
      <div className="gutter grid grid-cols-2 gap-2 pt-3">
        <Button variant="main" onClick={() => actAs(account, ASSETS)}>
          {t('act')}
        </Button>
        <Button onClick={() => show('move')}>{t('move')}</Button>
      </div>
      <Balances wallet={wallet} />
      <Terms account={account} onEdit={() => show('edit')} />
      <p className="gutter pt-4 text-12 text-muted">
        {t('made', { id: String(account.id), date: formatDate(account.created_at, 'day', locale) })}
      </p>
      {sheet?.kind === 'move' && <MoveSheet key={sheet.round} {...shared} />}
      {sheet?.kind === 'edit' && <TermsSheet key={sheet.round} {...shared} />}
    </>
  );
}

interface WorthProps {
  wallet: Wallet | undefined;
}

function Total({ account, wallet }: WorthProps & { account: SubAccount }) {
  const t = useTranslations('subAccounts');
  const assets = useTranslations('assets');
  const common = useTranslations('common');
  const isHidden = useSetting('hideBalances');
  const state = stateOf(account);
  return (
    <section className="gutter pt-1" aria-label={assets('total')}>
      <p className="flex h-5 items-center text-secondary">
        {assets('total')}
        <EyeButton />
      </p>
      <p className="min-h-11 pt-1">
        {wallet === undefined ? (
          <Skeleton width={200} height={32} />
        ) : (
          <Money
            value={wallet.total}
            decimals={2}
            unit={wallet.convert_currency}
            masked={isHidden}
            maskedLabel={common('hidden')}
          />
        )}
      </p>
      {state !== 'open' && (
        <Note kind={state === 'frozen' ? 'warn' : 'plain'}>{t(`stateDetail.${state}`)}</Note>
      )}
    </section>
  );
}

/** What is in each of its accounts, coin by coin; nothing of what is empty. */
function Balances({ wallet }: WorthProps) {
  const t = useTranslations('subAccounts');
  const assets = useTranslations('assets');
  if (wallet === undefined) return null;
  const held = wallet.accounts.flatMap(({ account, balances }) =>
    balances.filter(({ total }) => /[1-9]/.test(total)).map((balance) => ({ ...balance, account })),
  );
  return (
    <section className="pt-4">
      <SectionHead title={t('holds')} />
      {held.length === 0 ? (
        <p className="gutter py-3 text-muted">{t('empty')}</p>
      ) : (
        <List label={t('holds')}>
          {held.map(({ account, name, currency_id, total, converted }) => (
            <ListRow
              key={`${account} ${currency_id}`}
              size={52}
              title={name}
              caption={assets(`accountTitle.${account}`)}
              value={<Amount value={tidy(total)} />}
              valueCaption={
                <Amount value={converted} decimals={2} unit={wallet.convert_currency} />
              }
            />
          ))}
        </List>
      )}
    </section>
  );
}

function Terms({ account, onEdit }: { account: SubAccount; onEdit: () => void }) {
  const t = useTranslations('subAccounts');
  const title = useTranslations('common.title');
  const names = useProductNames();
  const { products, daily_limits: limits } = account;
  return (
    <SettingGroup title={t('terms')}>
      <SettingRow icon="person" label={t('name')} value={account.name} onClick={onEdit} />
      <SettingRow
        icon="contract"
        label={t('products')}
        value={products.length === 0 ? t('states.closed') : names(products)}
        onClick={onEdit}
      />
      <SettingRow
        icon="lock"
        label={t('limits')}
        value={limits.length === 0 ? t('noLimit') : String(limits.length)}
        onClick={onEdit}
      />
      <SettingRow
        icon="key"
        label={title('apiKeys')}
        value={t('asThis')}
        onClick={() => actAs(account, KEYS)}
      />
    </SettingGroup>
  );
}
