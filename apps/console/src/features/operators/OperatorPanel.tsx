import { useAction } from '@fairlead/calls';
import type { Operator } from '@fairlead/contract';
import { operatorApproval } from '@fairlead/contract/operator-intent';
import { Button, formatDate, Note, toast } from '@fairlead/ui';
import { useMay } from '../../data/acts.ts';
import { useMe } from '../../data/use-config.ts';
import { Facts } from '../../parts/Facts.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { sharedTexts } from '../../parts/texts.ts';
import { useSignature } from '../../queue/use-signature.ts';
import { OperatorBadge } from './columns.tsx';
import type { Made } from './LinkOnce.tsx';
import { factorOf } from './model.ts';
import { OperatorActs } from './OperatorActs.tsx';
import { operatorTexts as t } from './texts.ts';

export interface OperatorPanelProps {
  row: Operator;
  onMade: (made: Made) => void;
  onClose: () => void;
}

/** One operator: role and factor; owners change, stop or reset. */
export function OperatorPanel({ row, onMade, onClose }: OperatorPanelProps) {
  const me = useMe().data;
  const isLinked = row.link !== undefined || row.needs_confirmation === true;
  return (
    <Panel
      title={row.name}
      badge={<OperatorBadge isActive={row.is_active} />}
      onClose={onClose}
      footer={
        me &&
        (me.role === 'owner' ? (
          <OperatorActs key={row.id} row={row} isMe={me.id === row.id} onMade={onMade} />
        ) : (
          <Note>{t.readsOnly}</Note>
        ))
      }
    >
      <Facts
        facts={[
          [t.facts.role, sharedTexts.roles[row.role]],
          [t.facts.factor, factorOf(row) ?? t.factorOff],
          [t.facts.created, formatDate(row.created_at, 'dayMinute', 'en')],
          [t.facts.seen, formatDate(row.last_seen_at, 'dayMinute', 'en')],
          ...(row.approves_from === undefined
            ? []
            : [[t.approvesFrom, formatDate(row.approves_from, 'dayMinute', 'en')] as const]),
          ...(row.subject === undefined ? [] : [[t.subject, row.subject] as const]),
          ...(isLinked ? [[t.linkBy, row.link_by ?? t.machine] as const] : []),
        ]}
      />
      {row.link !== undefined && <Note className="mt-3">{t.waiting[row.link]}</Note>}
      {row.needs_confirmation === true && me && me.id !== row.id && (
        <ConfirmPerson row={row} isMaker={me.name === row.link_by} />
      )}
      <hr />
      <h3>{t.roleMeans}</h3>
      <p>{t.roles[row.role]}</p>
    </Panel>
  );
}

interface ConfirmPersonProps {
  row: Operator;
  /** Whoever made the link cannot say who used it, but where nobody else was there for long: the server knows. */
  isMaker: boolean;
}

/** A third person says that the right one came in. */
function ConfirmPerson({ row, isMaker }: ConfirmPersonProps) {
  const mayConfirm = useMay('confirmOperator');
  const { run, isRunning } = useAction('confirmOperator', {
    invalidates: ['operators'],
    onSuccess: () => toast({ kind: 'good', text: t.confirmed(row.name) }),
  });
  const { sign, isSigning } = useSignature();
  const confirm = async () => {
    const signed = await sign(operatorApproval(row));
    if (signed !== undefined) void run({ id: row.id, ...signed });
  };
  return (
    <div className="mt-3 grid gap-3">
      <Note kind="warn">
        {row.link_by === undefined ? t.confirmMachine : t.confirmLead(row.link_by)}
      </Note>
      {isMaker && <p className="text-12 text-muted">{t.confirmMaker}</p>}
      {mayConfirm && (
        <Button
          variant="main"
          size={44}
          busy={isRunning || isSigning}
          onClick={() => void confirm()}
        >
          {t.confirm}
        </Button>
      )}
    </div>
  );
}
