import { Button, CoinMark, KeyValues, Select } from '@fairlead/ui';
import type { Dispatch } from 'react';
import { useTranslations } from 'use-intl';
import { Amount } from '../../../app/parts/Amount.tsx';
import { tidy } from '../../../data/tidy.ts';
import { AccountPair } from './AccountPair.tsx';
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
      <CurrencySelect state={state} dispatch={dispatch} inputs={inputs} />
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

function CurrencySelect({ state, dispatch, inputs }: TransferFormProps) {
  const t = useTranslations('assets');
  const common = useTranslations('common');
  const choices = currencyChoices(state, inputs);
  return (
    <Select
      label={t('move.currency')}
      size={56}
      value={String(state.currencyId)}
      options={choices.map(({ currency_id, name, full_name, available }) => ({
        value: String(currency_id),
        label: name,
        detail: full_name,
        leading: <CoinMark code={name} size={24} />,
        trailing: (
          <span className="text-muted">
            <Amount value={available && tidy(available)} />
          </span>
        ),
      }))}
      onValueChange={(value) => dispatch({ kind: 'currency', currencyId: Number(value) })}
      closeLabel={common('close')}
    />
  );
}
