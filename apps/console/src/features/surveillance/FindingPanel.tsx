import { Loaded, useAction, useApi } from '@fairlead/calls';
import type { FindingDetail, FindingMark } from '@fairlead/contract';
import { Button, formatDate, formatShare, Note, Thread, toast } from '@fairlead/ui';
import { useState } from 'react';
import { Link } from 'react-router';
import { useMay } from '../../data/acts.ts';
import { useMe } from '../../data/use-config.ts';
import { Facts } from '../../parts/Facts.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { ReasonForm } from '../../queue/ReasonForm.tsx';
import { type Row, StateOf } from './columns.tsx';
import { Orders, Trades } from './Evidence.tsx';
import { surveillanceTexts as t } from './texts.ts';

/** One finding: what was measured, by which orders, what was done about it, and what may be done. */
export function FindingPanel({ row, onClose }: { row: Row; onClose: () => void }) {
  const query = useApi('operatorFinding', { id: row.id });
  const finding = query.data;
  return (
    <Panel
      title={t.panel(row.id)}
      badge={<StateOf row={finding ?? row} />}
      onClose={onClose}
      isWide
      footer={finding && <Acts key={finding.state} finding={finding} />}
    >
      <Loaded query={query}>{(loaded) => <Body finding={loaded} />}</Loaded>
    </Panel>
  );
}

const time = (ms: number) => formatDate(ms, 'full', 'en');
const figureText = (name: string, value: number): string =>
  name.endsWith('Bps') ? formatShare((value / 10_000).toFixed(4), 2) : value.toLocaleString('en');

function Body({ finding }: { finding: FindingDetail }) {
  const f = t.facts;
  return (
    <>
      <p className="mb-3">
        <b>{t.rules[finding.rule]}.</b> {t.ruleTexts[finding.rule]}
      </p>
      <Facts
        facts={[
          [f.market, finding.symbol],
          [f.found, time(finding.found_at)],
          [f.from, time(finding.time_from)],
          [f.to, time(finding.time_to)],
          [f.users, <Users key="users" finding={finding} />, 'wide'],
        ]}
      />
      <hr />
      <h3>{t.figuresTitle}</h3>
      <Facts
        facts={finding.figures.map(({ name, value }) => [
          t.figures[name] ?? name,
          figureText(name, value),
        ])}
      />
      <hr />
      <Orders finding={finding} />
      <Trades finding={finding} />
      <hr />
      <h3>{t.actsTitle}</h3>
      {finding.acts.length === 0 ? (
        <p className="text-muted">{t.actsNone}</p>
      ) : (
        <Done {...finding} />
      )}
    </>
  );
}

const Users = ({ finding }: { finding: FindingDetail }) => (
  <span className="con-links">
    {finding.users.map(({ id, account }) => (
      <Link key={id} className="con-link" to={`/users?open=${id}`}>
        {account}, {id}
      </Link>
    ))}
  </span>
);

const Done = ({ acts }: Pick<FindingDetail, 'acts'>) => (
  <Thread
    steps={acts.map(({ operator, kind, outcome, reason, time: at }) => ({
      id: `${at} ${kind}`,
      title: [t.kinds[kind](operator), outcome && t.states[outcome]].filter(Boolean).join(': '),
      at: time(at),
      detail: reason,
      state: kind === 'declined' ? 'bad' : 'done',
    }))}
  />
);

const FIRST: readonly FindingMark[] = ['look', 'dismiss', 'acted'];
const SECOND: readonly FindingMark[] = ['confirm', 'decline'];

/** What may be done now; whoever asked that it ends does not confirm it. */
function Acts({ finding }: { finding: FindingDetail }) {
  const [mark, setMark] = useState<FindingMark>();
  const me = useMe().data?.id;
  const mayMark = useMay('markFinding');
  const action = useAction('markFinding', {
    invalidates: ['operatorFindings', 'operatorFinding'],
    onSuccess: () => {
      toast({ text: t.done });
      setMark(undefined);
    },
  });
  const { id, state } = finding;
  if (me === undefined || state === 'dismissed' || state === 'acted') return null;
  if (!mayMark) return <Note>{t.readsOnly}</Note>;
  if (mark !== undefined)
    return (
      <ReasonForm
        submitLabel={t.submits[mark]}
        hint={t.hints[mark]}
        isDanger={mark === 'dismiss' || mark === 'confirm'}
        isBusy={action.isRunning}
        onBack={() => setMark(undefined)}
        onSubmit={(reason) => void action.run({ id, act: mark, reason })}
      />
    );
  const isOwnAsk = state === 'asked' && finding.operator_id === me;
  const marks = state === 'asked' ? SECOND : FIRST;
  return (
    <>
      {isOwnAsk && <Note>{t.ownAsk}</Note>}
      <div className="flex flex-wrap gap-2">
        {marks
          .filter((each) => !(isOwnAsk && each === 'confirm'))
          .map((each) => (
            <Button key={each} size={44} onClick={() => setMark(each)}>
              {t.marks[each]}
            </Button>
          ))}
      </div>
    </>
  );
}
