import { useAction } from '@fairlead/calls';
import { toast } from '@fairlead/ui';
import { Panel } from '../../parts/Panel.tsx';
import { ReasonForm } from '../../queue/ReasonForm.tsx';
import type { TradingAct } from './TradingSection.tsx';
import { systemTexts } from './texts.ts';

const t = systemTexts.trading;
const READS = ['system', 'queueCounts', 'proposals'] as const;

/** Stopping all new orders, or asking to take them again: with a reason. */
export function TradingPanel({ act, onClose }: { act: TradingAct; onClose: () => void }) {
  const stop = useAction('stopTrading', {
    invalidates: READS,
    onSuccess: () => {
      toast({ text: t.stoppedDone });
      onClose();
    },
  });
  const resume = useAction('resumeTrading', {
    invalidates: READS,
    onSuccess: ({ proposal_id }) => {
      toast({ text: proposal_id === undefined ? t.resumed : t.proposed(proposal_id) });
      onClose();
    },
  });
  const isStop = act.kind === 'stop';
  const of = act.product !== undefined && { product: act.product };
  return (
    <Panel
      title={isStop ? t.stopTitle : t.resumeTitle}
      onClose={onClose}
      footer={
        <ReasonForm
          submitLabel={isStop ? t.stopSubmit : t.resumeSubmit}
          templates={isStop ? t.stopTemplates : []}
          hint={t.reasonHint}
          isDanger={isStop}
          isBusy={stop.isRunning || resume.isRunning}
          onBack={onClose}
          onSubmit={(reason) =>
            void (isStop ? stop.run({ reason }) : resume.run({ reason, ...of }))
          }
        />
      }
    >
      <p className="text-muted">{isStop ? t.stopHint : t.resumeHint}</p>
    </Panel>
  );
}
