import { Button, Chip, TextArea } from '@fairlead/ui';
import { type KeyboardEvent, useId, useState } from 'react';
import { queueTexts as t } from '../texts/queue.ts';
import { sharedTexts } from '../texts/shared.ts';

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

/** A reason, with the focus in it. Ctrl Enter sends, Esc goes back. */
export function ReasonForm(props: ReasonFormProps) {
  const { submitLabel, templates = [], hint = t.reasonHint, isDanger = false, isBusy } = props;
  const { onSubmit, onBack } = props;
  const [text, setText] = useState('');
  const [isShort, setShort] = useState(false);
  const id = useId();
  const submit = () => {
    const reason = text.trim();
    setShort(reason.length < REASON_LENGTH_MIN);
    if (reason.length >= REASON_LENGTH_MIN) onSubmit(reason);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onBack();
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit();
    else return;
    event.preventDefault();
  };
  return (
    <form
      className="con-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {templates.length > 0 && (
        <fieldset className="flex flex-wrap gap-2">
          <legend className="fl-sr">{t.templates}</legend>
          {templates.map((template) => (
            <Chip
              key={template}
              size={36}
              className="con-template"
              onClick={() => setText(template)}
            >
              {template}
            </Chip>
          ))}
        </fieldset>
      )}
      <TextArea
        id={id}
        label={t.reason}
        rows={3}
        maxLength={REASON_LENGTH_MAX}
        autoFocus
        value={text}
        hint={hint}
        error={isShort ? t.reasonShort : undefined}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <div className="con-two">
        <Button size={44} disabled={isBusy} onClick={onBack}>
          {sharedTexts.back}
        </Button>
        <Button type="submit" size={44} variant={isDanger ? 'fall' : 'main'} busy={isBusy}>
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}
