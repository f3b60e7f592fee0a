import { useForm } from '@fairlead/calls';
import { HOLD_DAYS, HOLD_DAYS_MAX } from '@fairlead/contract/constants';
import { REASON_LENGTH } from '@fairlead/contract/term-texts';
import { Field, TextArea } from '@fairlead/ui';
import { ActForm } from '../parts/forms.tsx';
import { holdTexts as t } from './hold-texts.ts';
import { ReadyChips, toldAs } from './ReasonForm.tsx';
import { readyReasons } from './reasons.ts';
import { queueTexts } from './texts.ts';

const [REASON_LENGTH_MIN, REASON_LENGTH_MAX] = REASON_LENGTH;

export interface HeldFor {
  reason: string;
  words?: string;
  days: number;
}

export interface HoldFormProps {
  submitLabel: string;
  hint: string;
  /** A later end of one that stands: a reason of its own, and no words beside it. */
  isExtension?: boolean;
  isBusy: boolean;
  onSubmit: (held: HeldFor) => void;
  onBack: () => void;
}

/** What something is held for, and how long. */
export function HoldForm(props: HoldFormProps) {
  const { submitLabel, hint, isExtension = false, isBusy, onSubmit, onBack } = props;
  const ready = isExtension ? [] : readyReasons('holds');
  const form = useForm(
    { reason: '', words: '', days: String(HOLD_DAYS) },
    {
      check: ({ reason, days }) => ({
        reason: reason.trim().length < REASON_LENGTH_MIN ? queueTexts.reasonShort : undefined,
        days: isDays(days) ? undefined : t.daysWrong(HOLD_DAYS_MAX),
      }),
    },
  );
  const submit = (values: { reason: string; words: string; days: string }) => {
    const words = values.words.trim();
    onSubmit({
      reason: toldAs(values.reason.trim(), ready),
      ...(words.length >= REASON_LENGTH_MIN && { words }),
      days: Number(values.days),
    });
  };
  return (
    <ActForm
      form={form.props(submit)}
      submitLabel={submitLabel}
      isDanger={!isExtension}
      isBusy={isBusy}
      onBack={onBack}
    >
      {/* At the foot of a record it must leave room for what it is about. */}
      <div className="grid max-h-[45vh] gap-3 overflow-y-auto">
        <ReadyChips
          templates={ready.map(([, text]) => text)}
          onChoose={(reason) => form.set({ reason })}
        />
        <TextArea
          label={queueTexts.reason}
          rows={3}
          maxLength={REASON_LENGTH_MAX}
          autoFocus
          hint={hint}
          {...form.text('reason')}
        />
        {!isExtension && (
          <TextArea
            label={t.words}
            rows={2}
            maxLength={REASON_LENGTH_MAX}
            hint={t.wordsHint}
            {...form.text('words')}
          />
        )}
        <Field
          label={t.days}
          inputMode="numeric"
          maxLength={2}
          hint={t.daysHint(HOLD_DAYS_MAX)}
          {...form.text('days')}
        />
      </div>
    </ActForm>
  );
}

const isDays = (text: string): boolean => /^[1-9]\d?$/.test(text) && Number(text) <= HOLD_DAYS_MAX;
