import type { Order, OrderList, TriggerOrder } from '@fairlead/contract';
import { Confirm } from '@fairlead/ui';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { LazyAmendSheet } from '../amend/LazyAmend.tsx';
import { LazyOrderDetail } from '../LazyOrderDetail.tsx';
import { TriggerDetail } from '../triggers/TriggerDetail.tsx';
import { ListGroup } from './ListGroup.tsx';
import { useCancelList } from './use-cancel-list.ts';

export interface ListGroupsProps {
  lists: readonly OrderList[];
  /** Over the list, where other lists stand beside it. */
  hasHeading?: boolean;
  children?: ReactNode;
}

/** Lists of orders, each with its orders; whichever of them is cancelled, all of its list are. */
export function ListGroups({ lists, hasHeading = false, children }: ListGroupsProps) {
  const t = useTranslations('lists');
  const orders = useTranslations('orders');
  const [shownOrder, setShownOrder] = useState<number>();
  const [shownTrigger, setShownTrigger] = useState<number>();
  const [amending, setAmending] = useState<Order>();
  const close = () => {
    setShownOrder(undefined);
    setShownTrigger(undefined);
  };
  const cancel = useCancelList(close);
  // As the list has them now.
  const order = lists.flatMap((list) => list.orders).find(({ id }) => id === shownOrder);
  const trigger = lists
    .flatMap((list) => list.trigger_orders)
    .find(({ id }) => id === shownTrigger);
  const cancelOf = ({ list_id }: Order | TriggerOrder) => {
    const list = lists.find(({ id }) => id === list_id);
    if (list !== undefined) cancel.cancel(list);
  };
  return (
    <section aria-label={t('title')}>
      {hasHeading && (
        <h3 className="gutter flex h-8 items-center text-12 text-muted">{t('title')}</h3>
      )}
      <ul aria-label={t('title')}>
        {lists.map((list) => (
          <ListGroup
            key={list.id}
            list={list}
            onOpenOrder={({ id }) => setShownOrder(id)}
            onOpenTrigger={({ id }) => setShownTrigger(id)}
            onCancel={cancel.cancel}
            isCancelling={cancel.isRunning}
          />
        ))}
      </ul>
      {children}
      <LazyOrderDetail
        order={order}
        onClose={close}
        onCancel={cancelOf}
        isCancelling={cancel.isRunning}
        onAmend={(chosen) => {
          close();
          setAmending(chosen);
        }}
      />
      <TriggerDetail
        trigger={trigger}
        onClose={close}
        onCancel={cancelOf}
        isCancelling={cancel.isRunning}
      />
      <LazyAmendSheet order={amending} onClose={() => setAmending(undefined)} />
      <Confirm
        open={cancel.question !== undefined}
        onOpenChange={(isOpen) => !isOpen && cancel.dismiss()}
        title={t('cancelTitle')}
        cancelLabel={orders('keep')}
        confirmLabel={t('cancel')}
        variant="danger"
        busy={cancel.isRunning}
        onConfirm={cancel.confirm}
      >
        <p>{t('cancelText')}</p>
      </Confirm>
    </section>
  );
}
