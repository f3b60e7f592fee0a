import { useForm } from '@fairlead/calls';
import { REASON_LENGTH } from '@fairlead/contract/term-texts';
import { Chip, TextArea } from '@fairlead/ui';
import { ActForm } from '../parts/forms.tsx';
import { type ReadyFor, readyReasons } from './reasons.ts';
import { queueTexts as t } from './texts.ts';

const [REASON_LENGTH_MIN, REASON_LENGTH_MAX] = REASON_LENGTH;

export interface ReasonFormProps {
  /** Says what it does, with the whole amount: "Reject 12,000.00 USDT". */
  submitLabel: string;
  /** What it is given for: its ready-made reasons stand one tap away, and are told in the user's language. */
  ready?: ReadyFor;
  /** Sentences one tap away, told as they are. */
  templates?: readonly string[];
  hint?: string;
  isDanger?: boolean;
  isBusy: boolean;
  onSubmit: (reason: string) => void;
  onBack: () => void;
}

/** A reason, with the focus in it. */
export function ReasonForm(props: ReasonFormProps) {
  const { submitLabel, ready, isDanger = false, isBusy } = props;
  const words = ready === undefined ? [] : readyReasons(ready);
  const templates = [...words.map(([, text]) => text), ...(props.templates ?? [])];
  const { hint = ready === undefined ? t.reasonHint : t.readyHint } = props;
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
      form={form.props(({ reason }) => onSubmit(toldAs(reason.trim(), words)))}
      submitLabel={submitLabel}
      isDanger={isDanger}
      isBusy={isBusy}
      onBack={onBack}
    >
      <ReadyChips templates={templates} onChoose={(reason) => form.set({ reason })} />
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

export interface ReadyChipsProps {
  templates: readonly string[];
  onChoose: (template: string) => void;
}

/** Reasons one tap away. */
export function ReadyChips({ templates, onChoose }: ReadyChipsProps) {
  if (templates.length === 0) return null;
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="fl-sr">{t.templates}</legend>
      {templates.map((template) => (
        <Chip key={template} size={36} className="con-template" onClick={() => onChoose(template)}>
          {template}
        </Chip>
      ))}
    </fieldset>
  );
}

/** A ready-made reason that nobody changed goes as its word. */
export const toldAs = (reason: string, words: ReturnType<typeof readyReasons>): string =>
  words.find(([, text]) => text === reason)?.[0] ?? reason;
