import { useAction } from '@fairlead/calls';
import type { SubAccount } from '@fairlead/contract';
import { Button, IconButton, Note, Sheet, toast } from '@fairlead/ui';
import { type Dispatch, useState } from 'react';
import { useTranslations } from 'use-intl';
import { tidy } from '../../../data/tidy.ts';
import { CurrencySelect } from '../transfer/CurrencySelect.tsx';
import { TransferAmount } from '../transfer/TransferAmount.tsx';
import {
  currencyChoices,
  initialState,
  reduce,
  summarize,
  type TransferAction,
  transferRequest,
  validate,
} from '../transfer/transfer-model.ts';
import { useCurrencies, useWallet } from '../use-wallet.ts';
import { useWalletOf } from './use-wallets.ts';

export interface MoveSheetProps {
  isOpen: boolean;
  account: SubAccount;
  onClose: () => void;
}

/** Between the coin accounts of the main account and a sub-account, either way. */
export function MoveSheet({ isOpen, account, onClose }: MoveSheetProps) {
  const t = useTranslations('subAccounts');
  const common = useTranslations('common');
  return (
    <Sheet
      open={isOpen}
      onOpenChange={(open) => !open && onClose()}
      title={t('move')}
      closeLabel={common('close')}
    >
      <MoveForm account={account} onDone={onClose} />
    </Sheet>
  );
}

type Direction = 'in' | 'out';

/** Of the account that the money leaves, as a transfer from its coin account. */
function useMove(account: SubAccount, onDone: () => void) {
  const t = useTranslations('subAccounts');
  const [direction, setDirection] = useState<Direction>('in');
  const [state, setState] = useState(() => initialState(new URLSearchParams()));
  const [isPressed, setPressed] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const main = useWallet();
  const sub = useWalletOf(account.id);
  const { list } = useCurrencies();
  const inputs = { wallet: (direction === 'in' ? main : sub).data, currencies: list };
  const summary = summarize(state, inputs);
  const forget = () => {
    setRefusal(undefined);
    setPressed(false);
  };
  const dispatch: Dispatch<TransferAction> = (action) => {
    forget();
    setState(reduce(state, action));
  };
  const action = useAction('moveSubAccount', {
    invalidates: ['wallet', 'walletDetail', 'records', 'portfolio', 'statement'],
    onSuccess: () => {
      toast({ kind: 'good', text: t('moved') });
      onDone();
    },
    onError: (error) => {
      const text = error.fields['amount'];
      const isOfAmount = ['insufficient_balance', 'sub_account_daily'].includes(error.code);
      if (!isOfAmount && text === undefined) return false;
      setRefusal(text ?? error.message);
      return true;
    },
  });
  const found = validate(state, summary);
  const send = () => {
    setPressed(true);
    if (found !== undefined || summary.currency === undefined) return;
    const { currency_id, amount } = transferRequest(state);
    void action.run({ id: account.id, direction, currency_id, amount });
  };
  return {
    ...{ direction, state, inputs, summary, dispatch, refusal, send },
    problem: found === 'insufficient' || isPressed ? found : undefined,
    isRunning: action.isRunning,
    turn: () => {
      setDirection(direction === 'in' ? 'out' : 'in');
      dispatch({ kind: 'amount', amount: '' });
    },
  };
}

function MoveForm({ account, onDone }: { account: SubAccount; onDone: () => void }) {
  const t = useTranslations('subAccounts');
  const words = useTranslations('assets.move');
  const move = useMove(account, onDone);
  const { state, summary, dispatch, direction, problem } = move;
  const limit = account.daily_limits.find(({ currency_id }) => currency_id === state.currencyId);
  const names = [t('main'), account.name] as const;
  const [from, to] = direction === 'in' ? names : ([...names].reverse() as [string, string]);
  return (
    <form
      noValidate
      className="grid gap-4 pb-2"
      onSubmit={(event) => {
        event.preventDefault();
        move.send();
      }}
    >
      <div className="relative rounded-12 bg-field">
        <Side label={words('from')} name={from} />
        <div className="me-16 ms-4 h-px bg-hairline-strong" />
        <Side label={words('to')} name={to} />
        <span className="absolute inset-y-0 end-2 grid place-items-center">
          <IconButton
            icon="swap"
            label={words('swap')}
            className="rotate-90 text-brand"
            disabled={move.isRunning}
            onClick={move.turn}
          />
        </span>
      </div>
      <CurrencySelect
        value={state.currencyId}
        choices={currencyChoices(state, move.inputs)}
        onChoose={(currencyId) => dispatch({ kind: 'currency', currencyId })}
      />
      <TransferAmount
        state={state}
        summary={summary}
        error={move.refusal ?? (problem && words(problem))}
        onAmount={(amount) => dispatch({ kind: 'amount', amount })}
      />
      {direction === 'in' && limit !== undefined && (
        <Note>{t('atMost', { amount: `${tidy(limit.amount)} ${limit.currency}` })}</Note>
      )}
      <Button type="submit" variant="main" block busy={move.isRunning}>
        {t('move')}
      </Button>
    </form>
  );
}

function Side({ label, name }: { label: string; name: string }) {
  return (
    <p className="flex h-14 items-center gap-3 pe-16 ps-4">
      <span className="w-14 flex-none text-muted">{label}</span>
      <span className="min-w-0 flex-1 truncate text-16 font-medium">{name}</span>
    </p>
  );
}
