import type { Operator } from '@fairlead/contract';
import { Button, Note, toast } from '@fairlead/ui';
import { useMay } from '../../data/acts.ts';
import { useAction } from '../../data/use-action.ts';
import { operatorTexts as t } from '../../texts/operators.ts';

export interface ConfirmPersonProps {
  row: Operator;
  /** Whoever made the link cannot say who used it, but where nobody else was there for long: the server knows. */
  isMaker: boolean;
}

/** A third person says that the right one came in. */
export function ConfirmPerson({ row, isMaker }: ConfirmPersonProps) {
  const mayConfirm = useMay('confirmOperator');
  const { run, isRunning } = useAction('confirmOperator', {
    invalidates: ['operators'],
    onSuccess: () => toast({ kind: 'good', text: t.confirmed(row.name) }),
  });
  return (
    <div className="mt-3 grid gap-3">
      <Note kind="warn">{t.confirmLead(row.link_by ?? '')}</Note>
      {isMaker && <p className="text-12 text-muted">{t.confirmMaker}</p>}
      {mayConfirm && (
        <Button variant="main" size={44} busy={isRunning} onClick={() => run({ id: row.id })}>
          {t.confirm}
        </Button>
      )}
    </div>
  );
}
