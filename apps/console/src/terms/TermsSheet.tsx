import { REASON_LENGTH } from '@fairlead/contract/term-texts';
import type { TermClass } from '@fairlead/formula';
import { Button, Note, TextArea } from '@fairlead/ui';
import { type ReactNode, useId, useState } from 'react';
import { useNoticeHours } from '../data/use-config.ts';
import { type Fact, Facts } from '../parts/Facts.tsx';
import { Panel } from '../parts/Panel.tsx';
import { useShortcuts } from '../parts/shortcuts.ts';
import { sharedTexts } from '../parts/texts.ts';
import { ChangeList } from './ChangeList.tsx';
import { ComingChanges } from './ComingChanges.tsx';
import { labelOf, REASONED_KINDS, TERM_FIELDS, type TermsKind, type TermUnits } from './fields.ts';
import { formOf, problemsOf, requestOf, type TermsForm } from './forms.ts';
import { type Change, changesOf, isRows, type TermsRecord, wordsOf } from './model.ts';
import { RowsTable } from './RowsTable.tsx';
import { TermInputs } from './TermInputs.tsx';
import { TextsView } from './TextsView.tsx';
import { termTexts as t } from './texts.ts';

export interface TermsSheetProps {
  kind: TermsKind;
  title: string;
  badge?: ReactNode;
  /** Undefined for a new record. */
  present: TermsRecord | undefined;
  /** The records of this kind that are there: a new one is none of them. */
  others?: readonly TermsRecord[] | undefined;
  /** What a new record begins with. */
  fresh?: TermsForm;
  /** Begins with the form of a record that is there. */
  startsEditing?: boolean;
  /** Of what the form holds, so that a new record's amounts know their currency. */
  unitsOf: (form: TermsForm | TermsRecord) => TermUnits;
  /** Choices of fields of kind `choice`. */
  choices?: Readonly<Record<string, readonly (readonly [string, string])[]>>;
  mayEdit: boolean;
  isSaving: boolean;
  /** Refusals of the server, by field. */
  refused: Readonly<Record<string, string>>;
  /** True when it was taken: saved, or proposed. The reason is of kinds that are sent with one. */
  onSave: (request: TermsRecord, reason: string) => Promise<boolean>;
  onClose: () => void;
  /** Under the terms while nobody edits. */
  children?: ReactNode;
  /** In place of the button that begins to edit: another act under way. */
  foot?: ReactNode;
  /** Beside the button that begins to edit. */
  acts?: ReactNode;
}

type Step = 'view' | 'edit' | 'review';
const [REASON_LENGTH_MIN, REASON_LENGTH_MAX] = REASON_LENGTH;

/** A record of terms: read, edited, and looked at as a difference before it is saved. */
export function TermsSheet(props: TermsSheetProps) {
  const { kind, title, badge, present, fresh, startsEditing = false } = props;
  const { unitsOf, onClose, onSave, refused } = props;
  const fields = TERM_FIELDS[kind];
  const first: Step = present === undefined || startsEditing ? 'edit' : 'view';
  const [step, setStep] = useState<Step>(first);
  const [form, setForm] = useState<TermsForm>(() => ({ ...formOf(fields, present), ...fresh }));
  const [reason, setReason] = useState('');
  const [isReasonShort, setReasonShort] = useState(false);
  const formId = useId();
  const isReasoned = REASONED_KINDS.has(kind);
  const units = unitsOf(form);
  const back = () => {
    if (step === 'review') setStep('edit');
    else if (first === 'edit') onClose();
    else setStep('view');
  };
  useShortcuts({ Escape: back }, step !== 'view');
  const begin = () => {
    setReason('');
    setForm(formOf(fields, present));
    setStep('edit');
  };
  const request = requestOf(fields, form);
  const changes = changesOf(kind, { before: present, after: request }, units);
  const save = async () => {
    const isShort = isReasoned && reason.trim().length < REASON_LENGTH_MIN;
    setReasonShort(isShort);
    if (isShort) return;
    if (await onSave(request, reason.trim())) setStep('view');
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
          <ComingChanges kind={kind} present={present} units={unitsOf(present)} />
          <Facts facts={factsOf(kind, present, unitsOf(present))} />
          <Lists kind={kind} present={present} units={unitsOf(present)} />
          {props.children}
          {fields.map(
            (field) =>
              field.kind === 'texts' && (
                <TextsView key={field.name} field={field} value={present[field.name]} />
              ),
          )}
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
          present={present}
          problemsOf={(given) => problemsOf(kind, given, { ...props, units: unitsOf(given) })}
          onChange={setForm}
          onDone={() => setStep('review')}
        />
      )}
      {step === 'review' && (
        <Review kind={kind} changes={changes}>
          {isReasoned && changes.length > 0 && (
            <ReasonField reason={reason} isShort={isReasonShort} onChange={setReason} />
          )}
        </Review>
      )}
    </Panel>
  );
}

const factsOf = (kind: TermsKind, present: TermsRecord, units: TermUnits): readonly Fact[] =>
  TERM_FIELDS[kind]
    .filter(({ kind: each }) => each !== 'rows' && each !== 'texts')
    .map((field) => {
      const value = present[field.name];
      return [labelOf(field), value === undefined ? value : wordsOf(field, value, units)];
    });

interface ListsProps {
  kind: TermsKind;
  present: TermsRecord;
  units: TermUnits;
}

/** What is a list of records, each as a table under the facts. */
function Lists({ kind, present, units }: ListsProps) {
  return TERM_FIELDS[kind].map((field) => {
    const value = present[field.name];
    if (field.kind !== 'rows' || !isRows(value)) return null;
    return (
      <section key={field.name} className="mt-4">
        <h3>{labelOf(field)}</h3>
        <RowsTable field={field} rows={value} units={units} />
      </section>
    );
  });
}

interface ReasonFieldProps {
  reason: string;
  isShort: boolean;
  onChange: (reason: string) => void;
}

function ReasonField({ reason, isShort, onChange }: ReasonFieldProps) {
  return (
    <TextArea
      className="mt-4"
      label={t.reason}
      rows={3}
      maxLength={REASON_LENGTH_MAX}
      value={reason}
      hint={t.reasonHint}
      error={isShort ? t.reasonShort : undefined}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

interface ReviewProps {
  kind: TermsKind;
  changes: readonly Change[];
  /** Under what changes. */
  children?: ReactNode;
}

function Review({ kind, changes, children }: ReviewProps) {
  return (
    <>
      <h3>{t.reviewTitle}</h3>
      <ChangeList changes={changes} />
      {changes.length > 0 && <Effect kind={kind} changes={changes} />}
      {children}
    </>
  );
}

/** The strictest of all changes: a mixed change is one proposal. */
const takesOf = (changes: readonly Change[]): TermClass =>
  (['notice', 'two'] as const).find((each) => changes.some(({ takes }) => takes === each)) ?? 'one';

/** Says whether it holds at once, waits for a second operator or is announced, before anybody presses. */
function Effect({ kind, changes }: ReviewProps) {
  const takes = takesOf(changes);
  const noticeHours = useNoticeHours();
  if (takes === 'one')
    return (
      <Note kind="info" className="mt-4">
        {t.effects.one}
      </Note>
    );
  const isMixed = changes.some((change) => change.takes === 'one');
  const text = kind === 'bank_account' ? t.bankWaits : effectWords(takes, noticeHours);
  return (
    <Note kind="warn" className="mt-4">
      {isMixed ? `${text} ${t.waitsMixed}` : text}
    </Note>
  );
}

const effectWords = (takes: 'two' | 'notice', noticeHours: number | undefined): string =>
  takes === 'notice' ? t.effects.notice(noticeHours) : t.effects.two;

interface FootProps extends TermsSheetProps {
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
          {takesOf(changes) === 'one' ? t.save : t.propose}
        </Button>
      )}
    </div>
  );
}
