import { useAction } from '@fairlead/calls';
import { Button, formatDate, Note, toast } from '@fairlead/ui';
import { useState } from 'react';
import { useMay } from '../data/acts.ts';
import { HoldForm } from './HoldForm.tsx';
import { holdTexts as t } from './hold-texts.ts';

export interface HoldRecordProps {
  kind: 'withdrawal' | 'deposit';
  row: { readonly id: number; readonly status: string; readonly held_until?: number | undefined };
}

/** Keeps a record under review from being passed, or says that it is kept. */
export function HoldRecord({ kind, row }: HoldRecordProps) {
  const mayHold = useMay('placeHold');
  const [isOpen, setOpen] = useState(false);
  const place = useAction('placeHold', {
    invalidates: ['operatorHolds', kind === 'deposit' ? 'operatorDeposits' : 'operatorWithdrawals'],
    onSuccess: ({ id }) => {
      toast({ text: t.placeDone(id) });
      setOpen(false);
    },
  });
  if (row.status !== 'under_review') return null;
  if (row.held_until !== undefined)
    return (
      <Note kind="warn" className="mt-4">
        {t.standing(formatDate(row.held_until, 'dayMinute', 'en'))}
      </Note>
    );
  if (!mayHold) return null;
  if (!isOpen)
    return (
      <Button size={36} icon="lock" className="mt-4" onClick={() => setOpen(true)}>
        {t.place}
      </Button>
    );
  return (
    <div className="mt-4">
      <HoldForm
        submitLabel={t.placeTitle(kind === 'deposit' ? 'claim' : kind, row.id)}
        hint={t.placeHint}
        isBusy={place.isRunning}
        onBack={() => setOpen(false)}
        onSubmit={(held) => place.run({ kind, id: row.id, ...held })}
      />
    </div>
  );
}
