import { LoadingRows, Pending, useApi } from '@fairlead/calls';
import {
  buttonLook,
  CoinMark,
  EmptyState,
  formatAmount,
  List,
  ListRow,
  Masked,
} from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { href } from '../../app/navigation.ts';
import { useSetting } from '../../data/account/settings.ts';

/** What lies in the coin account, the pair's two currencies first. */
export function Holdings({ base, quote }: { base: string; quote: string }) {
  const t = useTranslations('trade');
  const common = useTranslations('common');
  const isHidden = useSetting('hideBalances');
  const wallet = useApi('wallet', {});
  if (wallet.data === undefined)
    return <Pending query={wallet} loading={<LoadingRows count={3} size={52} />} />;
  const balances = wallet.data.accounts.find(({ account }) => account === 'coin')?.balances ?? [];
  const rank = (name: string) => (name === base ? 0 : name === quote ? 1 : 2);
  const shown = balances
    .filter(({ name, total }) => rank(name) < 2 || /[1-9]/.test(total))
    .sort((left, right) => rank(left.name) - rank(right.name));
  if (!balances.some(({ total }) => /[1-9]/.test(total))) {
    return (
      <EmptyState
        action={
          <a {...buttonLook({ size: 36 })} href={href('pages/assets/index')}>
            {t('getFunds')}
          </a>
        }
      >
        {t('noHoldings')}
      </EmptyState>
    );
  }
  const hidden = (text: string) => (
    <Masked masked={isHidden} label={common('hidden')}>
      {text}
    </Masked>
  );
  return (
    <List label={t('holdings')}>
      {shown.map((balance) => (
        <ListRow
          key={balance.currency_id}
          size={52}
          leading={<CoinMark code={balance.name} size={32} />}
          title={balance.name}
          value={hidden(formatAmount(balance.available))}
          valueCaption={
            /[1-9]/.test(balance.frozen)
              ? hidden(t('frozen', { amount: formatAmount(balance.frozen) }))
              : undefined
          }
        />
      ))}
    </List>
  );
}
