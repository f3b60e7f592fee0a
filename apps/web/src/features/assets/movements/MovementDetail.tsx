/** What a deposit's sheet and a withdrawal's have in common: amount and state, its course, its figures, its transaction. */
import { formatDate, type KeyValue, KeyValues, Thread } from '@fairlead/ui';
import type { ReactNode } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { Amount } from '../../../app/parts/Amount.tsx';
import { tidy } from '../../../data/tidy.ts';
import { CopyLine } from '../custody/CopyLine.tsx';
import type { Step } from './movement-model.ts';

export interface MovementDetailProps<Name extends string> {
  amount: string;
  currency: string;
  badge: ReactNode;
  /** What must be known of it before all else. */
  notes: ReactNode;
  steps: readonly Step<Name>[];
  title: (step: Name) => string;
  /** Under a step's title. */
  detail?: (step: Name) => string | undefined;
  facts: readonly KeyValue[];
  /** Under the figures. */
  children: ReactNode;
  /** Below all else. */
  last?: ReactNode;
}

export function MovementDetail<Name extends string>(props: MovementDetailProps<Name>) {
  const { amount, currency, badge, notes, steps, title, detail, facts, children, last } = props;
  const locale = useLocale();
  return (
    <div className="grid gap-4 pb-4">
      <p className="flex flex-wrap items-center justify-between gap-2">
        <span className="min-w-0 text-28 font-strong wrap-anywhere">
          <Amount value={tidy(amount)} />{' '}
          <span className="text-14 font-body text-muted">{currency}</span>
        </span>
        {badge}
      </p>
      {notes}
      <Thread
        steps={steps.map(({ name, state, atMs }) => ({
          id: name,
          title: title(name),
          state,
          ...(atMs !== undefined && { at: formatDate(atMs, 'dayMinute', locale) }),
          detail: detail?.(name),
        }))}
      />
      <div className="border-t border-hairline-strong pt-4">
        <KeyValues rows={facts} />
        {children}
      </div>
      {last}
    </div>
  );
}

/** An amount of its currency among the figures. */
export function useAmountOf(currency: string): (text: string | undefined) => ReactNode {
  return (text) => <Amount value={text === undefined ? undefined : tidy(text)} unit={currency} />;
}

/** What an operator is asked by. */
export function useNumberRow(id: number): KeyValue {
  const assets = useTranslations('assets.record');
  return { label: assets('id'), value: <span className="tnum">{id}</span> };
}

export function TransactionLine({ label, txId }: { label: string; txId: string | undefined }) {
  if (txId === undefined) return null;
  return (
    <div className="mt-2">
      <CopyLine label={label} value={txId}>
        <span className="font-mono">{txId}</span>
      </CopyLine>
    </div>
  );
}
