import type { Order, TriggerOrder } from '@fairlead/contract';
import { Checkbox, Confirm, formatAmount } from '@fairlead/ui';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { setConfirmation, useConfirmation } from '../../../data/account/settings.ts';
import { LazyOrderTable } from '../table/LazyOrderTable.tsx';
import { TriggerDetail } from './TriggerDetail.tsx';
import { TriggerRow } from './TriggerRow.tsx';
import { type CancelTrigger, useCancelTrigger } from './use-cancel-trigger.ts';

export interface TriggerListProps {
  triggers: readonly TriggerOrder[];
  heading: 'waiting' | 'ended';
  /** One to open at once, as a message links to it. */
  opened?: number | undefined;
  /** In columns, where there is room for them. */
  isTable?: boolean;
  /** Under the list. */
  children?: ReactNode;
}

const NO_ORDERS: readonly Order[] = [];

/** Orders that wait for a price, or did, under a heading; with what is asked before one is taken back. */
export function TriggerList({ triggers, heading, opened, isTable, children }: TriggerListProps) {
  const t = useTranslations('triggers');
  const [shownId, setShownId] = useState(opened);
  const cancel = useCancelTrigger(() => setShownId(undefined));
  // As the list has it now: one that is reached meanwhile moves on to the other list.
  const shown = triggers.find(({ id }) => id === shownId);
  return (
    <section aria-label={t(heading)}>
      <h3 className="gutter flex h-8 items-center text-12 text-muted">{t(heading)}</h3>
      {isTable ? (
        <LazyOrderTable
          label={t(heading)}
          orders={NO_ORDERS}
          triggers={triggers}
          hasMarket
          onOpen={() => undefined}
          onOpenTrigger={({ id }) => setShownId(id)}
          onCancelTrigger={heading === 'waiting' ? cancel.cancel : undefined}
          isCancelling={cancel.isRunning}
        />
      ) : (
        <ul aria-label={t(heading)}>
          {triggers.map((trigger) => (
            <TriggerRow
              key={trigger.id}
              trigger={trigger}
              onOpen={({ id }) => setShownId(id)}
              onCancel={cancel.cancel}
              isCancelling={cancel.isRunning}
            />
          ))}
        </ul>
      )}
      {children}
      <TriggerDetail
        trigger={shown}
        onClose={() => setShownId(undefined)}
        onCancel={cancel.cancel}
        isCancelling={cancel.isRunning}
      />
      <CancelQuestion cancel={cancel} />
    </section>
  );
}

/** Whether one is taken back, and what comes free. */
export function CancelQuestion({ cancel }: { cancel: CancelTrigger }) {
  const t = useTranslations('orders');
  const words = useTranslations('triggers');
  const trade = useTranslations('trade');
  const asks = useConfirmation('cancel_order');
  const { question } = cancel;
  return (
    <Confirm
      open={question !== undefined}
      onOpenChange={(open) => !open && cancel.dismiss()}
      title={t('cancelTitle')}
      cancelLabel={t('keep')}
      confirmLabel={t('cancelIt')}
      variant="danger"
      busy={cancel.isRunning}
      onConfirm={cancel.confirm}
    >
      {question && (
        <p>
          {words('cancelText', {
            amount: formatAmount(question.held, undefined, question.held_currency),
          })}
        </p>
      )}
      {question?.list_id !== undefined && <p>{t('cancelTextList')}</p>}
      <Checkbox
        checked={!asks}
        onCheckedChange={(isOff) => setConfirmation('cancel_order', !isOff)}
      >
        {trade('confirm.dontAsk.cancel')}
      </Checkbox>
    </Confirm>
  );
}
