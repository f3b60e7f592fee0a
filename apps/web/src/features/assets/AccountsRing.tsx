import type { Wallet } from '@fairlead/contract';
import {
  Donut,
  donutHues,
  formatAmount,
  formatShare,
  formatSigned,
  Icon,
  Skeleton,
} from '@fairlead/ui';
import { isZeroDecimal } from '@fairlead/units';
import { useTranslations } from 'use-intl';
import { href } from '../../app/navigation.ts';
import { Amount } from '../../app/parts/Amount.tsx';
import { useSetting } from '../../data/account/settings.ts';
import { ACCOUNTS, type AccountPart, accountParts, accountWorth } from './model.ts';

/** The four accounts: a ring of shares beside their totals. */
export function AccountsRing({ wallet }: { wallet: Wallet | undefined }) {
  const t = useTranslations('assets');
  const parts: readonly AccountPart[] =
    wallet === undefined
      ? ACCOUNTS.map((account) => ({ account, total: undefined, share: undefined }))
      : accountParts(wallet);
  const label = parts
    .map(({ account, share }) => `${t(`account.${account}`)} ${formatShare(share, 1)}`)
    .join(', ');
  return (
    <section
      className="gutter mt-4 grid grid-cols-[104px_1fr] items-center gap-4"
      aria-label={t('accounts')}
    >
      <Donut
        label={label}
        parts={parts.map(({ account, share }) => ({ label: account, share: Number(share ?? 0) }))}
      />
      <ul>
        {parts.map((part, index) => (
          <li key={part.account} className="border-hairline not-first:border-t">
            <AccountRow
              part={part}
              hue={donutHues[index % donutHues.length] ?? '--viz-5'}
              isLoading={wallet === undefined}
              beside={wallet && accountWorth(wallet, part.account)?.beside}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface AccountRowProps {
  part: AccountPart;
  hue: string;
  isLoading: boolean;
  /** What of the total is held open. */
  beside: string | undefined;
}

function AccountRow(props: AccountRowProps) {
  const { part, hue, isLoading, beside } = props;
  const { account, total, share } = part;
  const t = useTranslations('assets');
  const isHidden = useSetting('hideBalances');
  return (
    <a
      className="-me-2 flex min-h-11 items-center gap-2 rounded-8 pe-2 active:bg-raised"
      href={href('pages/assets/tradeAccount', { account })}
    >
      <span className="size-2 flex-none rounded-full" style={{ background: `var(${hue})` }} />
      <span className="flex flex-1 flex-wrap items-baseline gap-x-2">
        <span className="whitespace-nowrap">{t(`account.${account}`)}</span>{' '}
        {share !== undefined && !isZeroDecimal(share) && (
          <span className="text-12 text-muted tnum">{formatShare(share, 1)}</span>
        )}
      </span>
      <span className="text-end font-medium">
        {isLoading ? <Skeleton width={64} /> : <Amount value={total} decimals={2} />}
        {beside !== undefined && !isHidden && (
          <span className="block text-12 font-normal text-muted">
            {account === 'option'
              ? t('staked.part', { amount: formatAmount(beside, 2) })
              : t('unrealised.part', { amount: formatSigned(beside, 2) })}
          </span>
        )}
      </span>
      <Icon name="chevronRight" size={16} className="text-muted" />
    </a>
  );
}
