import { Field, toast } from '@fairlead/ui';
import { useState } from 'react';
import { useAction } from '../../data/use-action.ts';
import { Panel } from '../../parts/Panel.tsx';
import { ReasonForm } from '../../queue/ReasonForm.tsx';
import { systemTexts } from '../../texts/system.ts';
import { nameOf } from './Watchers.tsx';

const t = systemTexts.watchers;

/** Reads a chain again, from a height or from where it stands. */
export function RescanPanel({ chain, onClose }: { chain: string; onClose: () => void }) {
  const [height, setHeight] = useState('');
  const name = nameOf({ chain });
  const { run, isRunning, error } = useAction('rescanChain', {
    invalidates: ['system'],
    onSuccess: () => {
      toast({ text: t.done(name) });
      onClose();
    },
    onError: ({ fields }) => fields['from_height'] !== undefined,
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
        value={height}
        error={error?.fields['from_height']}
        onChange={(event) => setHeight(event.target.value.replace(/\D/g, ''))}
      />
    </Panel>
  );
}
