import { toast } from '@fairlead/ui';
import { countryName } from '../../parts/country.ts';
import { Decide } from '../../queue/Decide.tsx';
import { useDecision } from '../../queue/use-decision.ts';
import type { OpenQueue } from '../../queue/use-queue.ts';
import type { Detail, Row } from './columns.tsx';
import { verificationTexts as t } from './texts.ts';

export interface VerificationActsProps {
  row: Row;
  /** What was opened; nobody decides what they have not seen. */
  detail: Detail | undefined;
  queue: OpenQueue<Row>;
}

export const decidedBy = ({ decided_by }: Row): readonly string[] =>
  decided_by === undefined ? [] : [decided_by];

/** Pass, or refuse with a reason. */
export function VerificationActs({ row, detail, queue }: VerificationActsProps) {
  const decision = useDecision('verifications', ({ id, status }) => {
    toast({ text: status === 'passed' ? t.passed(id) : t.rejected(id) });
    queue.decided(id);
  });
  return (
    <Decide
      step={queue.state.step}
      onStep={queue.begin}
      onBack={queue.back}
      isBusy={decision.isRunning}
      takenBy={decision.takenId === row.id ? decidedBy(row) : undefined}
      isReady={detail !== undefined}
      approve={{
        label: t.pass,
        confirmLabel: t.confirm.button,
        sum: detail && <Person detail={detail} />,
        onConfirm: () => decision.run({ id: row.id, decision: 'passed' }),
      }}
      reject={{
        label: t.reject,
        submitLabel: t.rejectButton,
        ready: 'verifications',
        onReject: (reason) => decision.run({ id: row.id, decision: 'rejected', reason }),
      }}
    />
  );
}

const Person = ({ detail }: { detail: Detail }) => (
  <>
    <p className="text-muted">{t.confirm.lead}</p>
    <p className="text-20 font-strong">{detail.name}</p>
    <p>
      {countryName(detail.country)}
      {detail.id_number !== undefined && `, ${detail.id_number}`}
    </p>
    <p className="mt-2 text-12 text-muted">{t.confirm.level(t.levels[detail.level])}</p>
  </>
);
