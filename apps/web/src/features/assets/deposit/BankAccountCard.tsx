import { Failed, LoadingCard, useApi } from '@fairlead/calls';
import type { BankAccount, CurrencyInfo } from '@fairlead/contract';
import { beforeFigure, buttonLook, Card, EmptyState, formatAmount, KeyValues } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { href } from '../../../app/navigation.ts';
import { tidy } from '../../../data/tidy.ts';
import { CopyLine } from '../custody/CopyLine.tsx';

export interface BankAccountCardProps {
  currency: CurrencyInfo;
  minimum: string;
}

/** Where to transfer, with a reference that tells whose it is. */
export function BankAccountCard({ currency, minimum }: BankAccountCardProps) {
  const t = useTranslations('deposit');
  const assets = useTranslations('assets');
  const account = useApi('bankInfo', { currency_id: currency.currency_id });
  const claim = href('pages/assets/deposit/charge', {
    currency_id: currency.currency_id,
    way: 'bank',
  });
  if (account.data === undefined) {
    if (account.error === null) return <LoadingCard height={320} lines={4} />;
    if (account.error.code === 'currency_closed' || account.error.code === 'not_found')
      return <EmptyState framed>{t('bankNone', { currency: currency.name })}</EmptyState>;
    return <Failed query={account} framed />;
  }
  return (
    <>
      <p className="text-secondary">{t('bankLead')}</p>
      <Card className="py-3!">
        <AccountLines account={account.data} />
      </Card>
      <Card className="py-3!">
        <div>
          <CopyLine label={t('reference')} value={account.data.reference}>
            <span className="text-20 font-strong">{account.data.reference}</span>
          </CopyLine>
        </div>
        <p className="text-12 text-secondary">{t('referenceNote')}</p>
      </Card>
      <KeyValues
        rows={[
          ...(account.data.fiat_currency === undefined
            ? []
            : [
                { label: t('fiat'), value: account.data.fiat_currency },
                { label: t('fiatRate'), value: rateText(account.data, currency.name) },
              ]),
          { label: t('smallest'), value: formatAmount(tidy(minimum), undefined, currency.name) },
          { label: t('goesTo'), value: assets('accountTitle.coin') },
        ]}
      />
      <a {...buttonLook({ variant: 'main', block: true })} href={claim}>
        {t('uploadVoucher')}
      </a>
    </>
  );
}

/** "1 USD = 0.998 USDT"; undefined where the account names no money. */
export function rateText(
  { fiat_currency: fiat, fiat_rate: rate }: Pick<BankAccount, 'fiat_currency' | 'fiat_rate'>,
  unit: string | undefined,
): string | undefined {
  if (fiat === undefined || rate === undefined) return undefined;
  return `${beforeFigure()}1\u00a0${fiat} = ${formatAmount(rate, undefined, unit)}`;
}

function AccountLines({ account }: { account: BankAccount }) {
  const t = useTranslations('deposit');
  const number = account.account_number.replace(/\s/g, '');
  return (
    <div>
      <CopyLine label={t('accountName')} value={account.account_name} />
      <CopyLine label={t('accountNumber')} value={number}>
        {number.replace(/(.{4})(?=.)/g, '$1\u00a0')}
      </CopyLine>
      <CopyLine label={t('bankName')} value={account.bank_name} />
      {account.bank_address !== '' && (
        <CopyLine label={t('bankAddress')} value={account.bank_address} />
      )}
      {account.swift_code !== '' && <CopyLine label={t('swift')} value={account.swift_code} />}
    </div>
  );
}
