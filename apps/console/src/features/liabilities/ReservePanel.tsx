import { useAction } from '@fairlead/calls';
import type { ReserveView } from '@fairlead/contract';
import { Address, Button, formatDate, toast } from '@fairlead/ui';
import { useState } from 'react';
import { formatMoney } from '../../books/amounts.ts';
import { useMay } from '../../data/acts.ts';
import { CopyButton } from '../../parts/CopyButton.tsx';
import { Facts } from '../../parts/Facts.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { sharedTexts } from '../../parts/texts.ts';
import { ReasonForm } from '../../queue/ReasonForm.tsx';
import { wordOf } from './columns.tsx';
import { liabilityTexts } from './texts.ts';

const t = liabilityTexts.reserves;

/** An address with what its key signed; it can be proposed to end. */
export function ReservePanel({ row, onClose }: { row: ReserveView; onClose: () => void }) {
  const [isEnding, setEnding] = useState(false);
  const mayEnd = useMay('proposeReserveEnd');
  const { run, isRunning } = useAction('proposeReserveEnd', {
    invalidates: ['proposals', 'queueCounts'],
    onSuccess: ({ proposal_id: id }) => {
      toast({ text: t.endDone(id) });
      onClose();
    },
  });
  const { address, message, signature, balance, balance_at: balanceAt, ended_at: endedAt } = row;
  const time = (ms: number) => formatDate(ms, 'full', 'en');
  return (
    <Panel
      title={t.panel(row.id)}
      onClose={onClose}
      footer={
        mayEnd &&
        endedAt === undefined && (
          <Foot
            isEnding={isEnding}
            isBusy={isRunning}
            onBegin={() => setEnding(true)}
            onBack={() => setEnding(false)}
            onEnd={(reason) => void run({ id: row.id, reason })}
          />
        )
      }
    >
      <Address value={address} />
      <Facts
        facts={[
          [t.columns.chain, sharedTexts.chains[row.chain] ?? row.chain],
          [
            t.columns.balance,
            balance === undefined ? t.unknown : formatMoney(balance, row.currency),
          ],
          [t.columns.word, wordOf(row)],
          [t.at, balanceAt && time(balanceAt)],
          [t.columns.time, time(row.time)],
          ...(endedAt === undefined ? [] : [[t.endedAt, time(endedAt)] as const]),
        ]}
      />
      <hr />
      <h3>{t.message}</h3>
      <p className="break-words">{message}</p>
      <h3 className="mt-4">{t.signature}</h3>
      <p className="font-mono text-12 break-all">{signature}</p>
      <CopyButton text={[address, message, signature].join('\n')} label={t.copy} />
    </Panel>
  );
}

interface FootProps {
  isEnding: boolean;
  isBusy: boolean;
  onBegin: () => void;
  onBack: () => void;
  onEnd: (reason: string) => void;
}

function Foot({ isEnding, isBusy, onBegin, onBack, onEnd }: FootProps) {
  if (isEnding)
    return (
      <ReasonForm
        submitLabel={t.end}
        hint={t.endHint}
        isDanger
        isBusy={isBusy}
        onSubmit={onEnd}
        onBack={onBack}
      />
    );
  return (
    <Button size={44} block onClick={onBegin}>
      {t.end}
    </Button>
  );
}
