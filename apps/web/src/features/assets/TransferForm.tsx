import {
  Button,
  CoinMark,
  Confirm,
  DecimalField,
  formatAmount,
  KeyValues,
  PercentButtons,
  Select,
  toast,
} from '@fairlead/ui';
import { type Dispatch, useState } from 'react';
import { useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import { useConfirmation } from '../../data/settings.ts';
import { useAction } from '../../data/use-action.ts';
import { AccountPair } from './AccountPair.tsx';
import { Amount } from './Amount.tsx';
import {
  currencyChoices,
  shareOf,
  summarize,
  type TransferAction,
  type TransferInputs,
  type TransferState,
  type TransferSummary,
  transferRequest,
  validate,
} from './transfer-model.ts';

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
      <AmountField
        state={state}
        summary={summary}
        error={submit.problem}
        onAmount={(amount) => {
          submit.forget();
          dispatch({ kind: 'amount', amount });
        }}
      />
      <KeyValues
        size={12}
        rows={[
          { label: t('move.fee'), value: t('move.free') },
          { label: t('move.arrives'), value: t('move.atOnce') },
          {
            label: t('move.after', { account: t(`accountTitle.${state.from}`) }),
            value: <Amount value={summary.left} unit={summary.currency?.name} />,
          },
        ]}
      />
      <Button type="submit" variant="main" block busy={submit.isRunning}>
        {summary.left === undefined || state.amount === ''
          ? t('move.submit')
          : t('move.submitAmount', { amount: submit.amountText })}
      </Button>
      <Confirm
        open={submit.isAsking}
        onOpenChange={submit.ask}
        title={t('move.confirm', { amount: submit.amountText })}
        cancelLabel={submit.cancelLabel}
        confirmLabel={t('move.submit')}
        busy={submit.isRunning}
        onConfirm={submit.confirm}
      >
        {t('move.confirmBody', {
          from: t(`accountTitle.${state.from}`),
          to: t(`accountTitle.${state.to}`),
        })}
      </Confirm>
    </form>
  );
}

/** Pressing, asking first where that is wanted, sending, and saying how it ended. */
function useTransfer(
  state: TransferState,
  summary: TransferSummary,
  dispatch: Dispatch<TransferAction>,
) {
  const t = useTranslations('assets');
  const common = useTranslations('common');
  const navigate = useNavigate();
  const mustAsk = useConfirmation('transfer');
  const [isAsking, ask] = useState(false);
  const [isPressed, setPressed] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const request = transferRequest(state);
  const transfer = useAction('transfer', {
    invalidates: ['wallet', 'walletDetail', 'records', 'transfers'],
    onSuccess: ({ id }) => {
      dispatch({ kind: 'done' });
      setPressed(false);
      toast({
        kind: 'good',
        text: t('move.done'),
        detail: t('record.number', { id: String(id) }),
        action: {
          label: t('move.view'),
          onClick: () => void navigate('/pages/assets/transfer/record'),
        },
      });
    },
    onError: (error) => {
      const text = error.fields['amount'];
      if (error.code !== 'insufficient_balance' && text === undefined) return false;
      setRefusal(text ?? error.message);
      return true;
    },
  });
  const send = async () => {
    await transfer.run(request);
    ask(false);
  };
  const found = validate(state, summary);
  const isShown = found === 'insufficient' || (found !== undefined && isPressed);
  return {
    amountText: formatAmount(request.amount || '0', undefined, summary.currency?.name),
    problem: refusal ?? (isShown && found !== undefined ? t(`move.${found}`) : undefined),
    isAsking,
    isRunning: transfer.isRunning,
    cancelLabel: common('cancel'),
    ask,
    confirm: () => void send(),
    forget: () => {
      setRefusal(undefined);
      setPressed(false);
    },
    press: () => {
      setPressed(true);
      if (found !== undefined || summary.currency === undefined) return;
      if (mustAsk) ask(true);
      else void send();
    },
  };
}

function CurrencySelect({ state, dispatch, inputs }: TransferFormProps) {
  const t = useTranslations('assets');
  const common = useTranslations('common');
  return (
    <Select
      label={t('move.currency')}
      size={56}
      value={String(state.currencyId)}
      options={currencyChoices(state, inputs).map(
        ({ currency_id, name, full_name, available }) => ({
          value: String(currency_id),
          label: name,
          detail: full_name,
          leading: <CoinMark code={name} size={24} />,
          trailing: (
            <span className="text-muted">
              <Amount value={available} />
            </span>
          ),
        }),
      )}
      onValueChange={(value) => dispatch({ kind: 'currency', currencyId: Number(value) })}
      closeLabel={common('close')}
    />
  );
}

interface AmountFieldProps {
  state: TransferState;
  summary: TransferSummary;
  error: string | undefined;
  onAmount: (amount: string) => void;
}

function AmountField({ state, summary, error, onAmount }: AmountFieldProps) {
  const t = useTranslations('assets');
  const { currency, available } = summary;
  const take = (percent: number) => {
    const amount = shareOf(summary, percent);
    if (amount !== undefined) onAmount(amount);
  };
  return (
    <div>
      <DecimalField
        label={t('move.amount')}
        labelEnd={
          <span className="text-12 text-muted">
            {t('available')} <Amount value={available} unit={currency?.name} />
          </span>
        }
        size={56}
        scale={currency?.scale ?? 0}
        placeholder="0.00"
        value={state.amount}
        onValueChange={onAmount}
        error={error}
        trailing={
          <span className="flex items-center gap-1">
            <span className="text-muted">{currency?.name}</span>
            <Button variant="text" size={44} onClick={() => take(100)}>
              {t('move.all')}
            </Button>
          </span>
        }
      />
      <div className="mt-2">
        <PercentButtons
          label={t('available')}
          percents={[25, 50, 75, 100]}
          disabled={available === undefined}
          onSelect={take}
        />
      </div>
    </div>
  );
}
