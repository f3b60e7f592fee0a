/** The two places of a form: at the foot of a record, and in a panel of its own. */
import type { FormProps } from '@fairlead/calls';
import { Button } from '@fairlead/ui';
import { type KeyboardEvent, type ReactNode, useId } from 'react';
import { Panel } from './Panel.tsx';
import { sharedTexts } from './texts.ts';

export interface ActFormProps {
  form: FormProps;
  /** Says what it does, with the whole amount: "Reject 12,000.00 USDT". */
  submitLabel: string;
  isBusy?: boolean;
  isDanger?: boolean;
  onBack: () => void;
  children: ReactNode;
}

/** An act upon a record. Ctrl Enter sends, Esc goes back. */
export function ActForm(props: ActFormProps) {
  const { form, submitLabel, isBusy = false, isDanger = false, onBack, children } = props;
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key === 'Escape') onBack();
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey))
      event.currentTarget.requestSubmit();
    else return;
    event.preventDefault();
  };
  return (
    <form className="con-form" {...form} onKeyDown={onKeyDown}>
      {children}
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

export interface FormPanelProps {
  title: string;
  lead: string;
  form: FormProps;
  submitLabel: string;
  isBusy: boolean;
  onClose: () => void;
  /** Fields in two columns; `data-wide` takes both. */
  children: ReactNode;
  /** Under the fields. */
  after?: ReactNode;
}

/** A panel that writes something new; its buttons stay in view. */
export function FormPanel(props: FormPanelProps) {
  const { title, lead, form, submitLabel, isBusy, onClose, children, after } = props;
  const id = useId();
  return (
    <Panel
      title={title}
      onClose={onClose}
      footer={
        <div className="con-two">
          <Button size={44} disabled={isBusy} onClick={onClose}>
            {sharedTexts.cancel}
          </Button>
          <Button type="submit" form={id} variant="main" size={44} busy={isBusy}>
            {submitLabel}
          </Button>
        </div>
      }
    >
      <p className="mb-4 text-muted">{lead}</p>
      <form id={id} className="con-terms" {...form}>
        {children}
      </form>
      {after}
    </Panel>
  );
}
