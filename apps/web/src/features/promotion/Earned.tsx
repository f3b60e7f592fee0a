import { Badge, formatDate, formatShare, Money, Term } from '@fairlead/ui';
import type { ReactNode } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { Amount, EyeButton } from '../../app/parts/Amount.tsx';
import { useSetting } from '../../data/account/settings.ts';
import { type Invite, ratioDecimals } from './model.ts';

const DECIMALS = 2;

/** What inviting has brought in all, what of it is paid, and what is to come when. */
export function Earned({ invite }: { invite: Invite }) {
  const t = useTranslations('promotion');
  const common = useTranslations('common');
  const locale = useLocale();
  const isHidden = useSetting('hideBalances');
  const payoutTime = formatDate(invite.next_payout_at, 'dayMinute', locale);
  const { currency, rebate_ratio, is_partner, level } = invite;
  return (
    <section className="gutter pt-1" aria-label={t('earned')}>
      <p className="flex h-5 items-center text-secondary">
        {t('earned')}
        <EyeButton />
        <span className="ms-auto">
          <Badge kind={is_partner ? 'brand' : 'plain'} icon={is_partner ? 'star' : 'people'}>
            {level}
          </Badge>
        </span>
      </p>
      <p className="flex flex-wrap items-end justify-between gap-x-3 pt-1">
        <Money
          value={invite.total_earnings}
          decimals={DECIMALS}
          unit={currency}
          masked={isHidden}
          maskedLabel={common('hidden')}
        />
        <span className="ms-auto text-end text-12 text-muted">
          <span className="block">{t('nextPayout')}</span>
          <span className="tnum">{payoutTime}</span>
        </span>
      </p>
      <dl className="mt-2 flex justify-between gap-3">
        <Stat label={t('paid')}>
          <Amount value={invite.paid} decimals={DECIMALS} />
        </Stat>
        <Stat
          label={
            <Term
              title={t('pending')}
              sentence={t('pendingHelp', {
                time: payoutTime,
              })}
              closeLabel={common('close')}
            >
              {t('pending')}
            </Term>
          }
        >
          <Amount value={invite.pending} decimals={DECIMALS} />
        </Stat>
        <Stat label={t('friends')}>{invite.invite_count}</Stat>
        <Stat label={t('share')}>{formatShare(rebate_ratio, ratioDecimals(rebate_ratio))}</Stat>
      </dl>
    </section>
  );
}

function Stat({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-12 text-muted">{label}</dt>
      <dd className="text-16 font-medium tnum">{children}</dd>
    </div>
  );
}
