import { Failed } from '@fairlead/calls';
import { Button, buttonLook, IconLink, SettingRow } from '@fairlead/ui';
import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { useLayout } from '../../app/layout.ts';
import { href } from '../../app/navigation.ts';
import { OpenHolds } from '../../app/parts/OpenHolds.tsx';
import { Screen } from '../../app/Screen.tsx';
import { acting, isReading } from '../../data/account/acting.ts';
import { useConfig } from '../../data/use-config.ts';
import { AccountsRing } from '../../features/assets/AccountsRing.tsx';
import { BalanceSection } from '../../features/assets/BalanceSection.tsx';
import { FaucetSheet } from '../../features/assets/FaucetSheet.tsx';
import { RecentRecords } from '../../features/assets/records/RecentRecords.tsx';
import { TotalHero } from '../../features/assets/TotalHero.tsx';
import { TransfersOnTheWay } from '../../features/assets/transfer/TransfersOnTheWay.tsx';
import { useWallet } from '../../features/assets/use-wallet.ts';
import { TodayLine } from '../../features/portfolio/TodayLine.tsx';

/** Tab 5: everything one owns. */
export function Page() {
  const t = useTranslations('assets');
  const title = useTranslations('common.tab');
  const wallet = useWallet();
  return (
    <Screen
      title={title('assets')}
      isTab
      onRefresh={wallet.refetch}
      right={
        <>
          <IconLink icon="receipt" label={t('records')} href={href('pages/assets/record')} />
          <IconLink icon="support" label={t('support')} href={href('pages/help/center/center')} />
        </>
      }
    >
      <Assets wallet={wallet} />
    </Screen>
  );
}

function Assets({ wallet }: { wallet: ReturnType<typeof useWallet> }) {
  const t = useTranslations('assets');
  const title = useTranslations('common.title');
  const { data: config } = useConfig();
  // Money comes into a sub-account from the main one.
  const isDemo = config?.demo === true && acting === undefined;
  const isTerminal = useLayout() === 'terminal';
  const [isFaucetOpen, setFaucetOpen] = useFaucetQuery(isDemo);
  if (wallet.data === undefined && wallet.error !== null) return <Failed query={wallet} />;
  const openFaucet = () => setFaucetOpen(true);
  return (
    <div className="terminal:grid terminal:grid-cols-[minmax(0,1fr)_376px] terminal:gap-x-6">
      <div>
        <TotalHero
          wallet={wallet.data}
          isOld={wallet.isOld}
          end={
            isDemo && (
              <Button variant="text" size={36} className="-me-3.5" onClick={openFaucet}>
                {t('testFunds')}
              </Button>
            )
          }
        />
        <OpenHolds />
        <TodayLine />
        {isReading ? <Readings /> : <AssetActions />}
        <TransfersOnTheWay wallet={wallet.data} />
      </div>
      <div className="terminal:col-start-2 terminal:row-span-2 terminal:row-start-1">
        <AccountsRing wallet={wallet.data} />
        {!isReading && (
          <SettingRow
            icon="shield"
            label={title('liabilities')}
            href={href('pages/settlement/liabilities')}
          />
        )}
        {isTerminal && <RecentRecords account="coin" />}
      </div>
      <div>
        <div className="fl-band mt-4" />
        <BalanceSection
          account="coin"
          title={t('accountTitle.coin')}
          wallet={wallet.data}
          emptyText={t(isDemo ? 'emptyDemo' : 'empty')}
          emptyAction={
            isDemo ? (
              <Button size={36} onClick={openFaucet}>
                {t('getTestFunds')}
              </Button>
            ) : (
              acting === undefined && (
                <a {...buttonLook({ size: 36 })} href={href('pages/assets/deposit/index')}>
                  {title('deposit')}
                </a>
              )
            )
          }
        />
      </div>
      {isDemo && <FaucetSheet isOpen={isFaucetOpen} onOpenChange={setFaucetOpen} />}
    </div>
  );
}

/** So that none is left alone where four find no room in a line. */
const PAIR = 'grid flex-auto grid-cols-2 gap-2 *:px-2';

/** Money in, money out, money between one's own accounts. */
function AssetActions() {
  const t = useTranslations('assets');
  const title = useTranslations('common.title');
  const look = { size: 44 } as const;
  return (
    <nav className="gutter mt-3 flex flex-wrap gap-2" aria-label={t('actions')}>
      {acting === undefined && (
        <div className={PAIR}>
          <a
            {...buttonLook({ ...look, variant: 'main' })}
            href={href('pages/assets/deposit/index')}
          >
            {title('deposit')}
          </a>
          <a {...buttonLook(look)} href={href('pages/assets/withdraw/index')}>
            {title('withdraw')}
          </a>
        </div>
      )}
      <div className={PAIR}>
        <a {...buttonLook(look)} href={href('pages/assets/transfer/index')}>
          {t('transfer')}
        </a>
        <a {...buttonLook(look)} href={href('pages/assets/convert')}>
          {title('convert')}
        </a>
      </div>
    </nav>
  );
}

/** What else there is of an account of somebody else. */
function Readings() {
  const t = useTranslations('common.title');
  const look = buttonLook({ size: 44 });
  return (
    <nav className="gutter mt-3 grid grid-cols-2 gap-2" aria-label={t('shares')}>
      {(['portfolio', 'records', 'statement', 'tax'] as const).map((title) => (
        <a
          key={title}
          {...look}
          href={href(`pages/assets/${title === 'records' ? 'record' : title}`)}
        >
          {t(title)}
        </a>
      ))}
    </nav>
  );
}

/** Whether the faucet is open; `?faucet=1` opens it once and leaves the address. */
function useFaucetQuery(isDemo: boolean) {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const isAsked = query.has('faucet') && isDemo;
  useEffect(() => {
    if (!isAsked) return;
    navigate({ search: '' }, { replace: true });
    setOpen(true);
  }, [isAsked, navigate]);
  return [isOpen, setOpen] as const;
}
