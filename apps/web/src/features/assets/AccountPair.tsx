import { IconButton, Select } from '@fairlead/ui';
import type { Dispatch } from 'react';
import { useTranslations } from 'use-intl';
import { ACCOUNTS, type Account } from './model.ts';
import type { TransferAction, TransferState } from './transfer-model.ts';

export interface AccountPairProps {
  state: TransferState;
  dispatch: Dispatch<TransferAction>;
}

/** From which account to which, with one button that turns them round. */
export function AccountPair({ state, dispatch }: AccountPairProps) {
  const t = useTranslations('assets');
  const common = useTranslations('common');
  const select = (kind: 'from' | 'to') => (
    <Select<Account>
      label={t(`move.${kind}`)}
      size={56}
      value={state[kind]}
      options={ACCOUNTS.map((account) => ({
        value: account,
        label: t(`accountTitle.${account}`),
        detail: t(`accountUse.${account}`),
      }))}
      onValueChange={(account) => dispatch({ kind, account })}
      closeLabel={common('close')}
    />
  );
  return (
    <div className="relative grid gap-4">
      {select('from')}
      <span className="absolute top-[68px] right-3 z-10 rounded-full bg-bg">
        <IconButton
          icon="swap"
          filled
          label={t('move.swap')}
          className="rotate-90"
          onClick={() => dispatch({ kind: 'swap' })}
        />
      </span>
      {select('to')}
    </div>
  );
}
