import { useAction, useForm } from '@fairlead/calls';
import type { TreasuryLine } from '@fairlead/contract';
import { DecimalField, finishDecimal, TextArea, toast } from '@fairlead/ui';
import { useCurrencies } from '../../data/use-config.ts';
import { FormPanel } from '../../parts/forms.tsx';
import { treasuryTexts } from './texts.ts';

const t = treasuryTexts.form;
const SCALE_MAX = 18;
const TEXT_MAX = 500;
const FIELDS = ['minimum', 'target', 'maximum'] as const;

/** What a hot wallet may hold, for another manager to decide. */
export function LimitsForm({ line, onClose }: { line: TreasuryLine; onClose: () => void }) {
  const { chain, currency, currency_id: currencyId, limits } = line;
  const scale = useCurrencies()?.get(currencyId)?.scale ?? SCALE_MAX;
  const form = useForm(() => ({
    minimum: limits?.minimum ?? '',
    target: limits?.target ?? '',
    maximum: limits?.maximum ?? '',
    reason: '',
  }));
  const { run, isRunning } = useAction('proposeTreasuryLimits', {
    invalidates: ['proposals', 'queueCounts'],
    onSuccess: ({ proposal_id: id }) => {
      toast({ text: t.done(id) });
      onClose();
    },
    onError: form.refuse,
  });
  const finished = (text: string) => finishDecimal(text) ?? text;
  return (
    <FormPanel
      title={t.title}
      lead={t.lead}
      form={form.props(({ minimum, target, maximum, reason }) =>
        run({
          ...{ chain, currency_id: currencyId, reason: reason.trim() },
          minimum: finished(minimum),
          target: finished(target),
          maximum: finished(maximum),
        }),
      )}
      submitLabel={t.submit}
      isBusy={isRunning}
      onClose={onClose}
    >
      {FIELDS.map((field) => (
        <div key={field} data-wide>
          <DecimalField
            label={t[field]}
            scale={scale}
            trailing={currency}
            hint={t[`${field}Hint`]}
            {...form.value(field)}
          />
        </div>
      ))}
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
