import { useApi } from '@fairlead/calls';
import type { Balance, Wallet } from '@fairlead/contract';
import { buttonLook, CoinMark, KeyValues, Money, Sheet, Term } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { href } from '../../app/navigation.ts';
import { Amount } from '../../app/parts/Amount.tsx';
import { useKept } from '../../app/parts/use-kept.ts';
import { acting, isReading } from '../../data/account/acting.ts';
import { useSetting } from '../../data/account/settings.ts';
import { useQuotations } from '../../data/markets/quotations.ts';
import { type Account, balancesOf, marketFor } from './model.ts';

export interface BalanceSheetProps {
  account: Account;
  wallet: Wallet;
  /** Which one is open. */
  currencyId: number | undefined;
  onClose: () => void;
}

/** One balance in full scale, and what can be done with it. */
export function BalanceSheet({ account, wallet, currencyId, onClose }: BalanceSheetProps) {
  const t = useTranslations('assets');
  const common = useTranslations('common');
  const shownId = useKept(currencyId);
  const balance = balancesOf(wallet, account).find((one) => one.currency_id === shownId);
  return (
    <Sheet
      open={currencyId !== undefined && balance !== undefined}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={
        <span className="flex items-center gap-2">
          {balance && <CoinMark code={balance.name} size={24} />}
          {balance?.name} · {t(`account.${account}`)}
        </span>
      }
      closeLabel={common('close')}
      footer={balance && <SheetActions account={account} wallet={wallet} balance={balance} />}
    >
      {balance && (
        <SheetFigures account={account} balance={balance} unit={wallet.convert_currency} />
      )}
    </Sheet>
  );
}

interface FiguresProps {
  account: Account;
  balance: Balance;
  unit: string;
}

function SheetFigures({ account, balance, unit }: FiguresProps) {
  const t = useTranslations('assets');
  const common = useTranslations('common');
  const isHidden = useSetting('hideBalances');
  const { data } = useApi('walletDetail', { account, currency_id: balance.currency_id });
  const { available, frozen, total, converted } = data ?? balance;
  const term = (key: 'frozen' | 'converted', example?: string) => (
    <Term
      title={t(key)}
      sentence={t(`${key}Help`)}
      {...(example === undefined ? {} : { example })}
      closeLabel={common('close')}
    >
      {t(key)}
    </Term>
  );
  return (
    <>
      <p className="pb-4">
        <Money
          value={total}
          unit={balance.name}
          size={28}
          masked={isHidden}
          maskedLabel={common('hidden')}
        />
      </p>
      <KeyValues
        rows={[
          { label: t('available'), value: <Amount value={available} /> },
          {
            id: 'frozen',
            label: term('frozen', t('frozenExample')),
            value: <Amount value={frozen} />,
          },
          { label: t('totalOf'), value: <Amount value={total} /> },
          {
            id: 'converted',
            label: term('converted'),
            value: <Amount value={converted} decimals={2} unit={unit} />,
            total: true,
          },
        ]}
      />
    </>
  );
}

interface ActionsProps {
  account: Account;
  wallet: Wallet;
  balance: Balance;
}

function SheetActions({ account, wallet, balance }: ActionsProps) {
  const t = useTranslations('assets');
  const title = useTranslations('common.title');
  const { data: list = [] } = useQuotations();
  const { data } = useApi('walletDetail', { account, currency_id: balance.currency_id });
  const symbol = marketFor(balance.name, wallet.convert_currency, list);
  const query = { account, currency_id: balance.currency_id };
  const inOut = { currency_id: balance.currency_id };
  const isCoin = account === 'coin';
  const isOfMain = isCoin && acting === undefined;
  const isTraded = list.some(
    ({ spot, symbol }) => spot && symbol.split('/').includes(balance.name),
  );
  return (
    <div className="flex flex-wrap gap-2 *:min-w-[30%] *:flex-1 *:px-1">
      {isOfMain && data?.deposit === true && (
        <a {...buttonLook({ size: 44 })} href={href('pages/assets/deposit/index', inOut)}>
          {title('deposit')}
        </a>
      )}
      {isOfMain && data?.withdraw === true && (
        <a {...buttonLook({ size: 44 })} href={href('pages/assets/withdraw/detail', inOut)}>
          {title('withdraw')}
        </a>
      )}
      <a {...buttonLook({ size: 44 })} href={href('pages/assets/record', query)}>
        {t('records')}
      </a>
      {!isReading && data?.transfer !== false && (
        <a
          {...buttonLook({ size: 44, variant: symbol === undefined ? 'main' : 'quiet' })}
          href={href('pages/assets/transfer/index', {
            from: account,
            currency_id: balance.currency_id,
          })}
        >
          {t('transfer')}
        </a>
      )}
      {!isReading && isCoin && isTraded && (
        <a
          {...buttonLook({ size: 44 })}
          href={href('pages/assets/convert', { from: balance.currency_id })}
        >
          {title('convert')}
        </a>
      )}
      {!isReading && symbol !== undefined && (
        <a
          {...buttonLook({ size: 44, variant: 'main' })}
          href={href('pages/trade/spot', { symbol })}
        >
          {t('trade')}
        </a>
      )}
    </div>
  );
}
