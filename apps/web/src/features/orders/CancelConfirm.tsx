import { Checkbox, Confirm, formatAmount, formatNumber } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { setConfirmation, useConfirmation } from '../../data/account/settings.ts';
import { filledOf, hasFills } from './order-figures.ts';
import type { CancelOrders, CancelQuestion } from './use-cancel-orders.ts';

/** Asks before an order is cancelled; that can be switched off for one, never for all. */
export function CancelConfirm({ cancel, symbol }: { cancel: CancelOrders; symbol?: string }) {
  const t = useTranslations('orders');
  const { question } = cancel;
  return (
    <Confirm
      open={question !== undefined}
      onOpenChange={(open) => !open && cancel.dismiss()}
      title={
        question?.kind === 'all'
          ? t('cancelAllTitle', { count: question.count + (question.triggers?.length ?? 0) })
          : t('cancelTitle')
      }
      cancelLabel={t('keep')}
      confirmLabel={question?.kind === 'all' ? t('cancelAll') : t('cancelIt')}
      variant="danger"
      busy={cancel.isRunning}
      onConfirm={cancel.confirm}
    >
      {question && <Consequence question={question} symbol={symbol} />}
    </Confirm>
  );
}

interface ConsequenceProps {
  question: CancelQuestion;
  symbol: string | undefined;
}

function Consequence({ question, symbol }: ConsequenceProps) {
  const t = useTranslations('orders');
  const trade = useTranslations('trade');
  const asks = useConfirmation('cancel_order');
  if (question.kind === 'all')
    return <p>{t('cancelAllText', { symbol: symbol ?? t('allSymbols') })}</p>;
  const { done, total, currency } = filledOf(question.order);
  const text = hasFills(question.order)
    ? t('cancelText', {
        filled: formatNumber(done),
        total: formatAmount(total, undefined, currency),
      })
    : t('cancelTextNone');
  return (
    <>
      <p>{text}</p>
      {question.order.list_id !== undefined && <p>{t('cancelTextList')}</p>}
      <Checkbox
        checked={!asks}
        onCheckedChange={(isOff) => setConfirmation('cancel_order', !isOff)}
      >
        {trade('confirm.dontAsk.cancel')}
      </Checkbox>
    </>
  );
}
