import { Button, KeyValues } from '@fairlead/ui';
import type { Dispatch } from 'react';
import { useTranslations } from 'use-intl';
import { Amount } from '../../../app/parts/Amount.tsx';
import { tidy } from '../../../data/tidy.ts';
import { AccountPair } from './AccountPair.tsx';
import { CurrencySelect } from './CurrencySelect.tsx';
import { TransferAmount } from './TransferAmount.tsx';
import {
  currencyChoices,
  summarize,
  type TransferAction,
  type TransferInputs,
  type TransferState,
  type TransferSummary,
} from './transfer-model.ts';
import { useTransfer } from './use-transfer.ts';

export interface TransferFormProps {
  state: TransferState;
  dispatch: Dispatch<TransferAction>;
  inputs: TransferInputs;
}

/** Accounts, coin, amount, what it costs, and one button that says what it does. */
export function TransferForm({ state, dispatch, inputs }: TransferFormProps) {
  const t = useTranslations('assets');
  const summary = summarize(state, inputs);
  const submit = useTransfer(state, summary, dispatch);
  const isReady = summary.left !== undefined && state.amount !== '';
  return (
    <form
      noValidate
      className="gutter grid gap-4 pt-2 pb-4"
      onSubmit={(event) => {
        event.preventDefault();
        submit.press();
      }}
    >
      <AccountPair state={state} dispatch={dispatch} />
      <CurrencySelect
        value={state.currencyId}
        choices={currencyChoices(state, inputs)}
        onChoose={(currencyId) => dispatch({ kind: 'currency', currencyId })}
      />
      <TransferAmount
        state={state}
        summary={summary}
        error={submit.problem}
        onAmount={(amount) => {
          submit.forget();
          dispatch({ kind: 'amount', amount });
        }}
      />
      <Costs state={state} summary={summary} />
      <Button type="submit" variant="main" block busy={submit.isRunning}>
        {isReady ? t('move.submitAmount', { amount: submit.amountText }) : t('move.submit')}
      </Button>
    </form>
  );
}

function Costs({ state, summary }: { state: TransferState; summary: TransferSummary }) {
  const t = useTranslations('assets');
  const left = summary.left && tidy(summary.left);
  return (
    <KeyValues
      size={12}
      rows={[
        { label: t('move.fee'), value: t('move.free') },
        { label: t('move.arrives'), value: t('move.atOnce') },
        {
          label: t('move.after', { account: t(`account.${state.from}`) }),
          value: <Amount value={left} unit={summary.currency?.name} />,
        },
      ]}
    />
  );
}
