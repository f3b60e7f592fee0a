import { Button, buttonLook, ErrorState, IconLink, SettingRow } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { href } from '../../app/navigation.ts';
import { Screen } from '../../app/Screen.tsx';
import { errorText } from '../../data/error-text.ts';
import { useConfig } from '../../data/use-config.ts';
import { AccountsRing } from '../../features/assets/AccountsRing.tsx';
import { AssetActions } from '../../features/assets/AssetActions.tsx';
import { BalanceSection } from '../../features/assets/BalanceSection.tsx';
import { FaucetSheet } from '../../features/assets/FaucetSheet.tsx';
import { TotalHero } from '../../features/assets/TotalHero.tsx';
import { useFaucetQuery } from '../../features/assets/use-faucet-query.ts';
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
  const common = useTranslations('common');
  const { data: config } = useConfig();
  const isDemo = config?.demo === true;
  const [isFaucetOpen, setFaucetOpen] = useFaucetQuery(isDemo);
  if (wallet.data === undefined && wallet.error !== null)
    return (
      <ErrorState
        onRetry={() => void wallet.refetch()}
        retryLabel={common('retry')}
        retrying={wallet.isFetching}
      >
        {errorText(wallet.error)}
      </ErrorState>
    );
  const openFaucet = () => setFaucetOpen(true);
  return (
    <>
      <TotalHero
        wallet={wallet.data}
        isOld={wallet.isOld}
        end={
          isDemo && (
            <Button variant="text" size={36} className="-mr-3.5" onClick={openFaucet}>
              {t('testFunds')}
            </Button>
          )
        }
      />
      <TodayLine />
      <AssetActions />
      <AccountsRing wallet={wallet.data} />
      <SettingRow
        icon="shield"
        label={title('liabilities')}
        href={href('pages/settlement/liabilities')}
      />
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
            <a {...buttonLook({ size: 36 })} href={href('pages/assets/deposit/index')}>
              {title('deposit')}
            </a>
          )
        }
      />
      {isDemo && <FaucetSheet isOpen={isFaucetOpen} onOpenChange={setFaucetOpen} />}
    </>
  );
}
