import { useAction } from '@fairlead/calls';
import type { TaxLineView } from '@fairlead/contract';
import { dismissToast, toast } from '@fairlead/ui';
import { useRef } from 'react';
import { useTranslations } from 'use-intl';
import { MEASURE, type StatedCost } from './model.ts';

type Problems = Partial<Record<keyof StatedCost, string>>;

export interface CostSaving {
  /** Says what a deposit had cost; undefined forgets it. Resolves with what the server refuses, undefined when it is done. */
  readonly save: (line: TaxLineView, cost: StatedCost | undefined) => Promise<Problems | undefined>;
  readonly isRunning: boolean;
}

/** The last offer to take something back, also of another page: what was done before it is not taken back any more. */
let lastOffer: number | undefined;

/** Saves what a deposit had cost, and offers to take that back. */
export function useCost(): CostSaving {
  const t = useTranslations('tax.costs');
  const refused = useRef<Problems>({});
  const action = useAction('saveDepositCosts', {
    invalidates: ['taxReport', 'taxLines', 'depositCosts'],
    onError: ({ fields = {} }) => {
      const { 'put.0.cost': cost, 'put.0.acquired': acquired } = fields;
      refused.current = { ...(cost && { cost }), ...(acquired && { acquired }) };
      return Object.keys(refused.current).length > 0;
    },
  });
  const send = (entryId: number, said: (StatedCost & { currency: string }) | undefined) =>
    action.run(
      said === undefined
        ? { put: [], remove: [entryId] }
        : { put: [{ entry_id: entryId, ...said }], remove: [] },
    );
  const save: CostSaving['save'] = async (line, cost) => {
    refused.current = {};
    const { entry_id: entryId, stated } = line;
    const before = stated && {
      cost: stated.cost,
      acquired: stated.acquired,
      currency: stated.currency,
    };
    const done = await send(entryId, cost && { ...cost, currency: MEASURE });
    if (done === undefined) return refused.current;
    if (lastOffer !== undefined) dismissToast(lastOffer);
    lastOffer = toast({
      kind: 'good',
      text: t(cost === undefined ? 'removed' : 'saved'),
      action: { label: t('undo'), onClick: () => void send(entryId, before) },
    });
    return undefined;
  };
  return { save, isRunning: action.isRunning };
}
