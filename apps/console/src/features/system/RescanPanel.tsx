import { useAction, useForm } from '@fairlead/calls';
import { Field, toast } from '@fairlead/ui';
import { Panel } from '../../parts/Panel.tsx';
import { ReasonForm } from '../../queue/ReasonForm.tsx';
import { systemTexts } from './texts.ts';
import { nameOf } from './Watchers.tsx';

const t = systemTexts.watchers;

/** Reads a chain again, from a height or from where it stands. */
export function RescanPanel({ chain, onClose }: { chain: string; onClose: () => void }) {
  const form = useForm({ from_height: '' });
  const { from_height: height } = form.draft;
  const name = nameOf({ chain });
  const { run, isRunning } = useAction('rescanChain', {
    invalidates: ['system'],
    onSuccess: () => {
      toast({ text: t.done(name) });
      onClose();
    },
    onError: form.refuse,
  });
  return (
    <Panel
      title={t.rescanTitle(name)}
      onClose={onClose}
      footer={
        <ReasonForm
          submitLabel={t.submit}
          hint=""
          isBusy={isRunning}
          onBack={onClose}
          onSubmit={(reason) =>
            run({ chain, reason, ...(height !== '' && { from_height: Number(height) }) })
          }
        />
      }
    >
      <p className="mb-4 text-muted">{t.rescanLead}</p>
      <Field
        label={t.from}
        hint={t.fromHint}
        inputMode="numeric"
        maxLength={12}
        {...form.text('from_height')}
        onChange={(event) => form.set({ from_height: event.target.value.replace(/\D/g, '') })}
      />
    </Panel>
  );
}
