import { LoadingRows, Pending, useApi } from '@fairlead/calls';
import type { Rank } from '@fairlead/contract';
import { EmptyState, formatNumber } from '@fairlead/ui';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Amount } from '../../app/parts/Amount.tsx';

export interface TopTenProps {
  /** What earnings are said in. */
  currency: string;
  /** The way out of an empty list. */
  action: ReactNode;
}

const DECIMALS = 2;

/** The ten who earned most, and oneself; no medals. */
export function TopTen({ currency, action }: TopTenProps) {
  const t = useTranslations('promotion');
  const ranking = useApi('inviteRanking', {});
  if (ranking.data === undefined)
    return <Pending query={ranking} loading={<LoadingRows size={44} mark={false} />} />;
  if (ranking.data.length === 0) return <EmptyState action={action}>{t('noRanks')}</EmptyState>;
  return (
    <table className="w-full">
      <thead>
        <tr className="text-12 text-muted">
          <Head className="text-center">
            <span aria-hidden="true" className="inline-block w-14">
              #
            </span>
            <span className="fl-sr">{t('rank')}</span>
          </Head>
          <Head className="w-full text-start">{t('name')}</Head>
          <Head className="text-end whitespace-nowrap">{t('friends')}</Head>
          <Head className="pe-4 text-end whitespace-nowrap">
            <span className="inline-block w-29">{t('earnedIn', { currency })}</span>
          </Head>
        </tr>
      </thead>
      <tbody>
        {ranking.data.map((rank) => (
          <RankRow key={`${rank.rank} ${rank.is_own === true}`} rank={rank} />
        ))}
      </tbody>
    </table>
  );
}

function Head({ className, children }: { className: string; children: ReactNode }) {
  return (
    <th scope="col" className={`h-7 font-body ${className}`}>
      {children}
    </th>
  );
}

function RankRow({ rank: { rank, account, invite_count, earnings, is_own } }: { rank: Rank }) {
  const t = useTranslations('promotion');
  const isOwn = is_own === true;
  return (
    <tr className={isOwn ? 'h-9 bg-brand-tint' : 'h-9'} aria-current={isOwn ? 'true' : undefined}>
      <td className={`text-center tnum ${isOwn ? 'font-medium text-brand' : 'text-muted'}`}>
        {rank}
      </td>
      <th scope="row" className={`text-start ${isOwn ? 'font-medium' : 'font-body'}`}>
        {isOwn ? t('you') : account}
      </th>
      <td className={`text-end tnum ${isOwn ? 'text-secondary' : 'text-muted'}`}>{invite_count}</td>
      <td className={`pe-4 text-end tnum ${isOwn ? 'font-strong' : 'font-medium'}`}>
        {isOwn ? <Amount value={earnings} decimals={DECIMALS} /> : formatNumber(earnings, DECIMALS)}
      </td>
    </tr>
  );
}
