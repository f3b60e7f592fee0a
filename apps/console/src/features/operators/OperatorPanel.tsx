import type { Operator } from '@fairlead/contract';
import { formatDate, Note } from '@fairlead/ui';
import { useMe } from '../../data/use-config.ts';
import { Facts } from '../../parts/Facts.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { operatorTexts as t } from '../../texts/operators.ts';
import { sharedTexts } from '../../texts/shared.ts';
import { ConfirmPerson } from './ConfirmPerson.tsx';
import { OperatorBadge } from './columns.tsx';
import type { Made } from './LinkOnce.tsx';
import { OperatorActs } from './OperatorActs.tsx';

export interface OperatorPanelProps {
  row: Operator;
  onMade: (made: Made) => void;
  onClose: () => void;
}

/** One operator: role and factor; owners change, stop or reset. */
export function OperatorPanel({ row, onMade, onClose }: OperatorPanelProps) {
  const me = useMe().data;
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
          [t.facts.factor, row.has_otp ? t.factorOn : t.factorOff],
          [t.facts.created, formatDate(row.created_at, 'dayMinute', 'en')],
          [t.facts.seen, formatDate(row.last_seen_at, 'dayMinute', 'en')],
          ...(row.approves_from === undefined
            ? []
            : [[t.approvesFrom, formatDate(row.approves_from, 'dayMinute', 'en')] as const]),
          ...(row.link_by === undefined ? [] : [[t.linkBy, row.link_by] as const]),
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
