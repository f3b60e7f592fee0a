import { toast } from '@fairlead/ui';
import { useAction } from '../../data/use-action.ts';
import { Panel } from '../../parts/Panel.tsx';
import { ReasonForm } from '../../queue/ReasonForm.tsx';
import { liabilityTexts } from '../../texts/liabilities.ts';

const t = liabilityTexts.take;

/** Publishes now, with a reason for the audit log. */
export function TakePanel({ onClose }: { onClose: () => void }) {
  const { run, isRunning } = useAction('takeLiabilities', {
    invalidates: ['operatorLiabilities'],
    onSuccess: () => {
      toast({ text: t.done });
      onClose();
    },
  });
  return (
    <Panel title={t.title} onClose={onClose}>
      <p className="mb-4">{t.lead}</p>
      <ReasonForm
        submitLabel={t.submit}
        isBusy={isRunning}
        onSubmit={(reason) => void run({ reason })}
        onBack={onClose}
      />
    </Panel>
  );
}
