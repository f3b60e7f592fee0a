import { useAction, useForm } from '@fairlead/calls';
import type { ColdWalletView } from '@fairlead/contract';
import { DecimalField, finishDecimal, TextArea, toast } from '@fairlead/ui';
import { FormPanel } from '../../parts/forms.tsx';
import { SelectField } from '../../parts/SelectField.tsx';
import { coldTexts } from './texts.ts';

const t = coldTexts.propose;
const SCALE = 8;
const TEXT_MAX = 500;

export interface ProposePanelProps {
  hot: ColdWalletView['hot'];
  /** To begin with; '' where nobody said how much. */
  amount: string;
  onClose: () => void;
}

/** A payment to a hot wallet; what is missing is the server's to say. */
export function ProposePanel({ hot, amount, onClose }: ProposePanelProps) {
  const [only, ...others] = hot;
  const form = useForm(() => ({
    ...{ address: others.length === 0 ? (only?.address ?? '') : '', amount, reason: '' },
  }));
  const { run, isRunning } = useAction('proposeColdSpend', {
    invalidates: ['operatorColdSpends', 'operatorColdWallet'],
    onSuccess: ({ id }) => {
      toast({ text: t.done(id) });
      onClose();
    },
    onError: form.refuse,
  });
  return (
    <FormPanel
      title={t.title}
      lead={t.lead}
      form={form.props(({ address, amount: asked, reason }) =>
        run({ address, amount: finishDecimal(asked) ?? asked, reason: reason.trim() }),
      )}
      submitLabel={t.submit}
      isBusy={isRunning}
      onClose={onClose}
    >
      <div data-wide>
        <SelectField
          label={t.address}
          placeholder={t.choose}
          options={hot.map(({ address }) => [address, address] as const)}
          {...form.choice('address')}
        />
      </div>
      <div data-wide>
        <DecimalField label={t.amount} scale={SCALE} trailing="BTC" {...form.value('amount')} />
      </div>
      <TextArea
        className="col-span-2"
        label={t.reason}
        rows={2}
        maxLength={TEXT_MAX}
        {...form.text('reason')}
      />
    </FormPanel>
  );
}
