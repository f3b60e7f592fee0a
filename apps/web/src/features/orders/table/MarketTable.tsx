import type { Order, TriggerOrder } from '@fairlead/contract';
import { useState } from 'react';
import { TriggerDetail } from '../triggers/TriggerDetail.tsx';
import { CancelQuestion } from '../triggers/TriggerList.tsx';
import { useCancelTrigger } from '../triggers/use-cancel-trigger.ts';
import { OrderTable } from './OrderTable.tsx';

export interface MarketTableProps {
  label: string;
  orders: readonly Order[];
  triggers: readonly TriggerOrder[];
  onOpen: (order: Order) => void;
  /** Undefined where they are over. */
  onCancel?: ((order: Order) => void) | undefined;
  isCancelling?: boolean;
  /** They may be of any market. */
  hasMarket?: boolean;
}

/** The table with what is asked and shown of those that wait for a price. */
export function MarketTable(props: MarketTableProps) {
  const { onCancel, isCancelling, triggers } = props;
  const [shownId, setShownId] = useState<number>();
  const cancel = useCancelTrigger(() => setShownId(undefined));
  return (
    <>
      <OrderTable
        {...props}
        onOpenTrigger={({ id }) => setShownId(id)}
        onCancelTrigger={onCancel && cancel.cancel}
        isCancelling={isCancelling || cancel.isRunning}
      />
      <TriggerDetail
        // As the list has it now: one that is reached meanwhile is over.
        trigger={triggers.find(({ id }) => id === shownId)}
        onClose={() => setShownId(undefined)}
        onCancel={cancel.cancel}
        isCancelling={cancel.isRunning}
      />
      <CancelQuestion cancel={cancel} />
    </>
  );
}
