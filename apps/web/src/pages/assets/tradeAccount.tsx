import { Failed } from '@fairlead/calls';
import { buttonLook, IconLink } from '@fairlead/ui';
import { useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { href } from '../../app/navigation.ts';
import { Screen } from '../../app/Screen.tsx';
import { isReading } from '../../data/account/acting.ts';
import { queryClient } from '../../data/calls/query.ts';
import { AccountHero } from '../../features/assets/AccountHero.tsx';
import { BalanceSection } from '../../features/assets/BalanceSection.tsx';
import { type Account, readAccount } from '../../features/assets/model.ts';
import { RecentRecords } from '../../features/assets/records/RecentRecords.tsx';
import { useWallet } from '../../features/assets/use-wallet.ts';

/** One of the four accounts: `?account=coin`. */
export function Page() {
  const t = useTranslations('assets');
  const [query] = useSearchParams();
  const account = readAccount(query.get('account')) ?? 'coin';
  const wallet = useWallet();
  const refresh = () =>
    Promise.all([
      wallet.refetch(),
      queryClient.refetchQueries({ queryKey: ['records'], type: 'active' }),
    ]);
  return (
    <Screen
      title={t(`accountTitle.${account}`)}
      onRefresh={refresh}
      right={
        <IconLink
          icon="receipt"
          label={t('records')}
          href={href('pages/assets/record', { account })}
        />
      }
    >
      <AccountPage key={account} account={account} wallet={wallet} />
    </Screen>
  );
}

interface AccountPageProps {
  account: Account;
  wallet: ReturnType<typeof useWallet>;
}

function AccountPage({ account, wallet }: AccountPageProps) {
  const t = useTranslations('assets');
  if (wallet.data === undefined && wallet.error !== null) return <Failed query={wallet} />;
  return (
    <>
      <AccountHero account={account} wallet={wallet.data} isOld={wallet.isOld} />
      <div className="fl-band" />
      <BalanceSection
        account={account}
        title={t('coins')}
        wallet={wallet.data}
        emptyText={t('empty')}
        emptyAction={
          !isReading && (
            <a
              {...buttonLook({ size: 36 })}
              href={href('pages/assets/transfer/index', { to: account })}
            >
              {t('transferHere')}
            </a>
          )
        }
      />
      {wallet.data !== undefined && (
        // Not before it is known how many coins stand above.
        <>
          <div className="fl-band mt-2" />
          <RecentRecords account={account} />
        </>
      )}
    </>
  );
}
