import { useAction } from '@fairlead/calls';
import { formatAmount, toast } from '@fairlead/ui';
import { type Dispatch, useState } from 'react';
import { useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import {
  type TransferAction,
  type TransferState,
  type TransferSummary,
  transferRequest,
  validate,
} from './transfer-model.ts';

/** Pressing, sending, and saying how it ended. It is free and can be sent back: nothing is asked. */
export function useTransfer(
  state: TransferState,
  summary: TransferSummary,
  dispatch: Dispatch<TransferAction>,
) {
  const t = useTranslations('assets');
  const navigate = useNavigate();
  const [isPressed, setPressed] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const request = transferRequest(state);
  const transfer = useAction('transfer', {
    invalidates: ['wallet', 'walletDetail', 'records', 'transfers'],
    onSuccess: ({ id, status }) => {
      dispatch({ kind: 'done' });
      setPressed(false);
      toast({
        kind: status === 'on_the_way' ? 'info' : 'good',
        text: t(status === 'on_the_way' ? 'move.onTheWay' : 'move.done'),
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
  const found = validate(state, summary);
  const isShown = found === 'insufficient' || (found !== undefined && isPressed);
  return {
    amountText: formatAmount(request.amount || '0', undefined, summary.currency?.name),
    problem: refusal ?? (isShown && found !== undefined ? t(`move.${found}`) : undefined),
    isRunning: transfer.isRunning,
    forget: () => {
      setRefusal(undefined);
      setPressed(false);
    },
    press: () => {
      setPressed(true);
      if (found !== undefined || summary.currency === undefined) return;
      void transfer.run(request);
    },
  };
}
