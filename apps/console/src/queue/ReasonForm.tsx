import { useForm } from '@fairlead/calls';
import { Chip, TextArea } from '@fairlead/ui';
import { ActForm } from '../parts/forms.tsx';
import { queueTexts as t } from './texts.ts';

const REASON_LENGTH_MIN = 3;
const REASON_LENGTH_MAX = 500;

export interface ReasonFormProps {
  /** Says what it does, with the whole amount: "Reject 12,000.00 USDT". */
  submitLabel: string;
  /** Sentences one tap away. */
  templates?: readonly string[];
  hint?: string;
  isDanger?: boolean;
  isBusy: boolean;
  onSubmit: (reason: string) => void;
  onBack: () => void;
}

/** A reason, with the focus in it. */
export function ReasonForm(props: ReasonFormProps) {
  const { submitLabel, templates = [], hint = t.reasonHint, isDanger = false, isBusy } = props;
  const { onSubmit, onBack } = props;
  const form = useForm(
    { reason: '' },
    {
      check: ({ reason }) => ({
        reason: reason.trim().length < REASON_LENGTH_MIN ? t.reasonShort : undefined,
      }),
    },
  );
  return (
    <ActForm
      form={form.props(({ reason }) => onSubmit(reason.trim()))}
      submitLabel={submitLabel}
      isDanger={isDanger}
      isBusy={isBusy}
      onBack={onBack}
    >
      {templates.length > 0 && (
        <fieldset className="flex flex-wrap gap-2">
          <legend className="fl-sr">{t.templates}</legend>
          {templates.map((template) => (
            <Chip
              key={template}
              size={36}
              className="con-template"
              onClick={() => form.set({ reason: template })}
            >
              {template}
            </Chip>
          ))}
        </fieldset>
      )}
      <TextArea
        label={t.reason}
        rows={3}
        maxLength={REASON_LENGTH_MAX}
        autoFocus
        hint={hint}
        {...form.text('reason')}
      />
    </ActForm>
  );
}
