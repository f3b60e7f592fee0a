import { useAction, useForm } from '@fairlead/calls';
import type { ColdSpendView } from '@fairlead/contract';
import { Button, TextArea, toast } from '@fairlead/ui';
import { useRef, useState } from 'react';
import { useMay } from '../../data/acts.ts';
import { ActForm } from '../../parts/forms.tsx';
import { ReasonForm } from '../../queue/ReasonForm.tsx';
import { base64Of } from './model.ts';
import { coldTexts as t } from './texts.ts';

export interface SpendActsProps {
  row: ColdSpendView;
  onClose: () => void;
}

const CHANGED = ['operatorColdSpends', 'operatorColdSpend', 'operatorColdWallet'] as const;

/** Bringing signatures, and giving a payment up. */
export function SpendActs({ row, onClose }: SpendActsProps) {
  const [step, setStep] = useState<'view' | 'sign' | 'cancel'>('view');
  const [maySign, mayCancel] = [useMay('signColdSpend'), useMay('cancelColdSpend')];
  const { run, isRunning } = useAction('cancelColdSpend', {
    invalidates: CHANGED,
    onSuccess: () => {
      toast({ text: t.cancelled });
      onClose();
    },
  });
  const back = () => setStep('view');
  if (step === 'sign')
    return row.chain === 'OMNI' ? (
      <BringForm row={row} onBack={back} />
    ) : (
      <SignatureForm row={row} onBack={back} />
    );
  if (step === 'cancel')
    return (
      <ReasonForm
        submitLabel={t.cancel}
        hint={t.cancelHint}
        isDanger
        isBusy={isRunning}
        onSubmit={(reason) => void run({ id: row.id, reason })}
        onBack={back}
      />
    );
  return (
    <div className="con-acts">
      {maySign && row.status === 'signing' && (
        <Button variant="main" size={44} onClick={() => setStep('sign')}>
          {row.chain === 'OMNI' ? t.sign : t.signSafe}
        </Button>
      )}
      {mayCancel && (
        <Button size={44} onClick={() => setStep('cancel')}>
          {t.cancel}
        </Button>
      )}
    </div>
  );
}

interface FormProps {
  row: ColdSpendView;
  onBack: () => void;
}

const became = ({ status, signed, required }: ColdSpendView): string => {
  if (status === 'signing') return t.brought(signed.length, required);
  return status === 'signed' ? t.signedNow : t.sentNow;
};

/** What wallets answer to typed data. */
function SignatureForm({ row, onBack }: FormProps) {
  const form = useForm({ signatures: '' });
  const { run, isRunning } = useAction('signColdSpend', {
    invalidates: CHANGED,
    onSuccess: (answer) => {
      toast({ text: became(answer) });
      onBack();
    },
    onError: form.refuse,
  });
  return (
    <ActForm
      form={form.props(({ signatures }) => run({ id: row.id, signatures: signatures.trim() }))}
      submitLabel={t.bring}
      isBusy={isRunning}
      onBack={onBack}
    >
      <TextArea
        label={t.signatureLabel}
        rows={4}
        spellCheck={false}
        hint={t.signatureHint}
        {...form.text('signatures')}
      />
    </ActForm>
  );
}

/** A file, or what was pasted. */
function BringForm({ row, onBack }: FormProps) {
  const picker = useRef<HTMLInputElement>(null);
  const form = useForm({ psbt: '' });
  const { run, isRunning } = useAction('signColdSpend', {
    invalidates: CHANGED,
    onSuccess: (answer) => {
      toast({ text: became(answer) });
      onBack();
    },
    onError: form.refuse,
  });
  return (
    <ActForm
      form={form.props(({ psbt }) => run({ id: row.id, psbt: psbt.trim() }))}
      submitLabel={t.bring}
      isBusy={isRunning}
      onBack={onBack}
    >
      <Button size={44} onClick={() => picker.current?.click()}>
        {t.choose}
      </Button>
      <input
        ref={picker}
        type="file"
        hidden
        aria-label={t.choose}
        onChange={async (event) => {
          const [file] = event.target.files ?? [];
          event.target.value = '';
          if (file !== undefined)
            form.set({ psbt: base64Of(new Uint8Array(await file.arrayBuffer())) });
        }}
      />
      <TextArea
        label={t.pasted}
        rows={4}
        spellCheck={false}
        hint={t.pastedHint}
        {...form.text('psbt')}
      />
    </ActForm>
  );
}
