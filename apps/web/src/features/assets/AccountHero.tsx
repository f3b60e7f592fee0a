import type { Wallet } from '@fairlead/contract';
import { buttonLook, formatDate, Money, Skeleton } from '@fairlead/ui';
import { useLocale, useTranslations } from 'use-intl';
import { href } from '../../app/navigation.ts';
import { Amount, EyeButton } from '../../app/parts/Amount.tsx';
import { RowsTerm } from '../../app/parts/RowsTerm.tsx';
import { acting, isReading } from '../../data/account/acting.ts';
import { useSetting } from '../../data/account/settings.ts';
import { type Account, accountWorth } from './model.ts';

export interface AccountHeroProps {
  account: Account;
  wallet: Wallet | undefined;
  isOld: boolean;
}

/** One account's worth, what it is for, and moving money in and out of it. */
export function AccountHero({ account, wallet, isOld }: AccountHeroProps) {
  const t = useTranslations('assets');
  const common = useTranslations('common');
  const locale = useLocale();
  const isHidden = useSetting('hideBalances');
  const total = wallet?.accounts.find((one) => one.account === account)?.total;
  return (
    <section className="gutter pt-1 pb-4" aria-label={t(`accountTitle.${account}`)}>
      <p className="flex h-5 items-center text-secondary">
        {t('totalOf')}
        <EyeButton />
        {wallet !== undefined && isOld && (
          <span className="ms-auto text-12 text-stale">
            {t('asOf', { time: formatDate(wallet.time, 'time', locale) })}
          </span>
        )}
      </p>
      <p className="h-12 pt-1">
        {wallet === undefined ? (
          <Skeleton width={220} height={32} className="mt-1.5" />
        ) : (
          <Money
            value={total}
            decimals={2}
            unit={wallet.convert_currency}
            masked={isHidden}
            maskedLabel={common('hidden')}
          />
        )}
      </p>
      {wallet !== undefined && <TotalFormula account={account} wallet={wallet} />}
      <p className="text-muted">{t(`accountUse.${account}`)}</p>
      {!isReading && <AccountActions account={account} />}
    </section>
  );
}

/** What an account holds beside its balances: open positions' profit and loss, open options' stakes. */
function TotalFormula({ account, wallet }: { account: Account; wallet: Wallet }) {
  const t = useTranslations('assets');
  const worth = accountWorth(wallet, account);
  if (worth === undefined) return null;
  const { balances, beside } = worth;
  const isStake = account === 'option';
  const kind = isStake ? 'staked' : 'unrealised';
  const tone = isStake ? undefined : beside.startsWith('-') ? 'fall' : 'rise';
  const part = <Amount value={beside} decimals={2} isSigned={!isStake} />;
  const total = wallet.accounts.find((one) => one.account === account)?.total;
  return (
    <p className="pb-1 text-12">
      <Amount value={balances} decimals={2} />{' '}
      <span className={tone === undefined ? 'text-secondary' : TONES[tone]}>
        {isStake && '+ '}
        {part}
      </span>{' '}
      <RowsTerm
        title={t(`${kind}.title`)}
        sentence={t(`${kind}.sentence`)}
        rows={[
          { label: t('unrealised.balances'), value: <Amount value={balances} decimals={2} /> },
          { label: t(`${kind}.title`), value: part, ...(tone && { tone }) },
          {
            label: t('unrealised.total'),
            value: <Amount value={total} decimals={2} unit={wallet.convert_currency} />,
            total: true,
          },
        ]}
      >
        {t(`${kind}.title`)}
      </RowsTerm>
    </p>
  );
}

const TONES = { rise: 'text-rise', fall: 'text-fall' } as const;

/** The coin account is where money comes in and goes out; the others are filled from it. */
function AccountActions({ account }: { account: Account }) {
  const t = useTranslations('assets');
  const title = useTranslations('common.title');
  const out = href('pages/assets/transfer/index', { from: account });
  if (account === 'coin')
    return (
      <div className="mt-4 flex gap-2 *:flex-auto *:px-2">
        {acting === undefined && (
          <>
            <a
              {...buttonLook({ variant: 'main', size: 44 })}
              href={href('pages/assets/deposit/index')}
            >
              {title('deposit')}
            </a>
            <a {...buttonLook({ size: 44 })} href={href('pages/assets/withdraw/index')}>
              {title('withdraw')}
            </a>
          </>
        )}
        <a {...buttonLook({ size: 44 })} href={out}>
          {t('transfer')}
        </a>
      </div>
    );
  return (
    <div className="mt-4 flex gap-2 *:flex-1">
      <a
        {...buttonLook({ variant: 'main', size: 44 })}
        href={href('pages/assets/transfer/index', { to: account })}
      >
        {t('transferIn')}
      </a>
      <a {...buttonLook({ size: 44 })} href={out}>
        {t('transferOut')}
      </a>
    </div>
  );
}
