import { Button, Note } from '@fairlead/ui';
import { type ReactNode, useId, useState } from 'react';
import { useShortcuts } from '../app/shortcuts.ts';
import { type Fact, Facts } from '../parts/Facts.tsx';
import { Panel } from '../parts/Panel.tsx';
import { sharedTexts } from '../texts/shared.ts';
import { termTexts as t } from '../texts/terms.ts';
import { ChangeList } from './ChangeList.tsx';
import { labelOf, TERM_FIELDS, type TermsKind, type TermUnits } from './fields.ts';
import {
  type Change,
  changesOf,
  formOf,
  problemsOf,
  requestOf,
  type TermsForm,
  type TermsRecord,
  wordsOf,
} from './model.ts';
import { TermInputs } from './TermInputs.tsx';

export interface TermsPanelProps {
  kind: TermsKind;
  title: string;
  badge?: ReactNode;
  /** Undefined for a new record. */
  present: TermsRecord | undefined;
  /** Of what the form holds, so that a new record's amounts know their currency. */
  unitsOf: (form: TermsForm | TermsRecord) => TermUnits;
  /** Choices of fields of kind `choice`. */
  choices?: Readonly<Record<string, readonly (readonly [string, string])[]>>;
  mayEdit: boolean;
  isSaving: boolean;
  /** Refusals of the server, by field. */
  refused: Readonly<Record<string, string>>;
  /** True when it was taken: saved, or proposed. */
  onSave: (request: TermsRecord) => Promise<boolean>;
  onClose: () => void;
  /** Under the terms while nobody edits. */
  children?: ReactNode;
  /** In place of the button that begins to edit: another act under way. */
  foot?: ReactNode;
  /** Beside the button that begins to edit. */
  acts?: ReactNode;
}

type Step = 'view' | 'edit' | 'review';

/** A record of terms: read, edited, and looked at as a difference before it is saved. */
export function TermsPanel(props: TermsPanelProps) {
  const { kind, title, badge, present, unitsOf, onClose, onSave, refused } = props;
  const fields = TERM_FIELDS[kind];
  const first: Step = present === undefined ? 'edit' : 'view';
  const [step, setStep] = useState<Step>(first);
  const [form, setForm] = useState<TermsForm>(() => formOf(fields, present));
  const formId = useId();
  const units = unitsOf(form);
  const back = () => {
    if (step === 'review') setStep('edit');
    else if (first === 'edit') onClose();
    else setStep('view');
  };
  useShortcuts({ Escape: back }, step !== 'view');
  const begin = () => {
    setForm(formOf(fields, present));
    setStep('edit');
  };
  const request = requestOf(fields, form);
  const changes = changesOf(kind, { before: present, after: request }, units);
  const save = async () => {
    if (await onSave(request)) setStep('view');
    // A refused field is shown where it can be mended.
    else setStep('edit');
  };
  return (
    <Panel
      title={step === 'view' || present === undefined ? title : t.editing(title)}
      badge={badge}
      onClose={onClose}
      footer={
        <Foot
          {...props}
          step={step}
          formId={formId}
          changes={changes}
          onBegin={begin}
          onBack={back}
          onConfirm={() => void save()}
        />
      }
    >
      {step === 'view' && present !== undefined && (
        <>
          <Facts facts={factsOf(kind, present, unitsOf(present))} />
          {props.children}
        </>
      )}
      {step === 'edit' && (
        <TermInputs
          formId={formId}
          kind={kind}
          form={form}
          isNew={present === undefined}
          units={units}
          choices={props.choices ?? {}}
          refused={refused}
          problemsOf={(given) => problemsOf(fields, given, unitsOf(given))}
          onChange={setForm}
          onDone={() => setStep('review')}
        />
      )}
      {step === 'review' && <Review kind={kind} changes={changes} />}
    </Panel>
  );
}

const factsOf = (kind: TermsKind, present: TermsRecord, units: TermUnits): readonly Fact[] =>
  TERM_FIELDS[kind].map((field) => {
    const value = present[field.name];
    return [labelOf(field), value === undefined ? value : wordsOf(field, value, units)];
  });

interface ReviewProps {
  kind: TermsKind;
  changes: readonly Change[];
}

function Review({ kind, changes }: ReviewProps) {
  return (
    <>
      <h3>{t.reviewTitle}</h3>
      <ChangeList changes={changes} />
      {changes.length > 0 && <Effect kind={kind} changes={changes} />}
    </>
  );
}

const isWaiting = (changes: readonly Change[]): boolean =>
  changes.some(({ weakens }) => weakens !== undefined);

/** Says whether it holds at once or waits for a second operator, before anybody presses. */
function Effect({ kind, changes }: ReviewProps) {
  if (!isWaiting(changes))
    return (
      <Note kind="info" className="mt-4">
        {t.atOnce}
      </Note>
    );
  const isMixed = changes.some(({ weakens }) => weakens === undefined);
  const text = kind === 'bank_account' ? t.bankWaits : t.waits;
  return (
    <Note kind="warn" className="mt-4">
      {isMixed ? `${text} ${t.waitsMixed}` : text}
    </Note>
  );
}

interface FootProps extends TermsPanelProps {
  step: Step;
  formId: string;
  changes: readonly Change[];
  onBegin: () => void;
  onBack: () => void;
  onConfirm: () => void;
}

function Foot(props: FootProps) {
  const { step, formId, changes, mayEdit, isSaving, foot, acts } = props;
  const { onBegin, onBack, onConfirm } = props;
  if (!mayEdit) return <Note>{t.readsOnly}</Note>;
  if (step === 'view')
    return (
      foot ?? (
        <div className="grid gap-2">
          {acts}
          <Button size={44} onClick={onBegin}>
            {t.edit}
          </Button>
        </div>
      )
    );
  return (
    <div className="con-two">
      <Button size={44} disabled={isSaving} onClick={onBack}>
        {sharedTexts.back}
      </Button>
      {step === 'edit' ? (
        <Button key="review" type="submit" form={formId} variant="main" size={44}>
          {t.review}
        </Button>
      ) : (
        <Button
          key="save"
          variant="main"
          size={44}
          busy={isSaving}
          disabled={changes.length === 0}
          onClick={onConfirm}
        >
          {isWaiting(changes) ? t.propose : t.save}
        </Button>
      )}
    </div>
  );
}
