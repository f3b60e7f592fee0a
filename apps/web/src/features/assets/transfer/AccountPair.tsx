import { Icon, IconButton, List, ListRow, Sheet } from '@fairlead/ui';
import { type Dispatch, useState } from 'react';
import { useTranslations } from 'use-intl';
import { ACCOUNTS, type Account } from '../model.ts';
import type { TransferAction, TransferState } from './transfer-model.ts';

export interface AccountPairProps {
  state: TransferState;
  dispatch: Dispatch<TransferAction>;
}

/** From which account to which, in one block, with one button that turns them round. */
export function AccountPair({ state, dispatch }: AccountPairProps) {
  const t = useTranslations('assets.move');
  return (
    <div className="relative rounded-12 bg-field">
      <Side
        label={t('from')}
        account={state.from}
        onChoose={(account) => dispatch({ kind: 'from', account })}
      />
      <div className="me-16 ms-4 h-px bg-hairline-strong" />
      <Side
        label={t('to')}
        account={state.to}
        onChoose={(account) => dispatch({ kind: 'to', account })}
      />
      <span className="absolute inset-y-0 end-2 grid place-items-center">
        <IconButton
          icon="swap"
          label={t('swap')}
          className="rotate-90 text-brand"
          onClick={() => dispatch({ kind: 'swap' })}
        />
      </span>
    </div>
  );
}

interface SideProps {
  label: string;
  account: Account;
  onChoose: (account: Account) => void;
}

function Side({ label, account, onChoose }: SideProps) {
  const t = useTranslations('assets');
  const common = useTranslations('common');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        className="flex h-14 w-full items-center gap-3 rounded-12 pe-16 ps-4 text-start active:bg-pressed"
        onClick={() => setOpen(true)}
      >
        <span className="w-14 flex-none text-muted">{label}</span>
        <span className="min-w-0 flex-1 truncate text-16 font-medium">
          {t(`accountTitle.${account}`)}
        </span>
        <Icon name="chevronDown" size={16} className="text-muted" />
      </button>
      <Sheet open={isOpen} onOpenChange={setOpen} title={label} closeLabel={common('close')}>
        <div className="-mx-4 pb-2">
          <List label={label}>
            {ACCOUNTS.map((one) => (
              <ListRow
                key={one}
                title={t(`accountTitle.${one}`)}
                caption={t(`accountUse.${one}`)}
                middle={one === account && <Icon name="check" className="text-brand" />}
                onClick={() => {
                  setOpen(false);
                  onChoose(one);
                }}
              />
            ))}
          </List>
        </div>
      </Sheet>
    </>
  );
}
