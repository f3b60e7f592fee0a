import { DecimalField, Field, Switch } from '@fairlead/ui';
import { Fragment, useId, useState } from 'react';
import { useNoticeHours } from '../data/use-config.ts';
import { SelectField } from '../parts/SelectField.tsx';
import {
  labelOf,
  scaleOf,
  TERM_FIELDS,
  type TermField,
  type TermsKind,
  type TermUnits,
  trailingOf,
} from './fields.ts';
import { isRowForms, type RowForm, type TermsForm } from './forms.ts';
import { columnHints, limitHints } from './limits.ts';
import type { TermsRecord } from './model.ts';
import { RowInputs } from './RowInputs.tsx';
import { createdWords, ruleOf, ruleWords } from './rules.ts';
import { TermsPreview } from './TermsPreview.tsx';
import { TermTemplates } from './TermTemplates.tsx';
import { TextsInput } from './TextsInput.tsx';
import { termTexts as t } from './texts.ts';

export interface TermInputsProps {
  formId: string;
  kind: TermsKind;
  form: TermsForm;
  isNew: boolean;
  units: TermUnits;
  choices: Readonly<Record<string, readonly (readonly [string, string])[]>>;
  refused: Readonly<Record<string, string>>;
  /** What is in force; undefined for a new record. */
  present: TermsRecord | undefined;
  problemsOf: (form: TermsForm) => Readonly<Record<string, string>>;
  onChange: (form: TermsForm) => void;
  onDone: () => void;
}

/** The form of a record of terms. What tells a record from others is fixed once it is made. */
export function TermInputs(props: TermInputsProps) {
  const { formId, kind, form, isNew, refused, problemsOf, onChange, onDone } = props;
  const [isChecked, setChecked] = useState(false);
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const noticeHours = useNoticeHours();
  const problems = problemsOf(form);
  const submit = () => {
    setChecked(true);
    if (Object.keys(problems).length === 0) onDone();
  };
  const fields = TERM_FIELDS[kind].filter(({ isKey }) => isNew || !isKey);
  const lastKey = fields.findLast(({ isKey }) => isKey);
  return (
    <form
      id={formId}
      className="con-terms"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {isNew && (
        <p className="fl-help" data-wide>
          {createdWords(kind, noticeHours)}
        </p>
      )}
      {fields.map((field) => (
        <Fragment key={field.name}>
          <div data-wide={field.isWide || undefined}>
            <TermInput
              {...props}
              field={field}
              noticeHours={noticeHours}
              errorOf={(name) =>
                (isChecked || isToldEarly(name, { form, touched }) ? problems[name] : undefined) ??
                refused[name]
              }
              onValue={(value, name = field.name) => {
                setTouched(new Set([...touched, name]));
                onChange({ ...form, [name]: value });
              }}
            />
          </div>
          {isNew && field === lastKey && (
            <TermTemplates kind={kind} form={form} units={props.units} onChange={onChange} />
          )}
        </Fragment>
      ))}
      <TermsPreview kind={kind} form={form} units={props.units} />
    </form>
  );
}

/**
 * Whether a problem is said while the form is still being filled in: of what has a value, once something was typed. So
 * both fields of a rule are marked, whichever was written last, and nobody is told that an empty field is needed.
 */
function isToldEarly(
  name: string,
  { form, touched }: { readonly form: TermsForm; readonly touched: ReadonlySet<string> },
): boolean {
  if (touched.size === 0) return false;
  const [field = '', at, inner] = name.split('.');
  const value = form[field];
  const written =
    isRowForms(value) && inner !== undefined ? value[Number(at)]?.[inner] : (form[name] ?? value);
  return typeof written === 'string' && written.trim() !== '';
}

/** Of "2026-11-21T14:30". */
const MINUTE_LENGTH = 16;

interface TermInputProps extends TermInputsProps {
  field: TermField;
  noticeHours: number | undefined;
  /** What is wrong with a field, or with one of a list's: "multiples.2.multiple". */
  errorOf: (name: string) => string | undefined;
  /** Without a name it is the field's own. */
  onValue: (value: string | boolean | readonly RowForm[], name?: string) => void;
}

function TermInput(props: TermInputProps) {
  const { field, form, isNew, noticeHours, units, choices, errorOf, onValue } = props;
  const { name, kind } = field;
  const rule = ruleOf(props.kind, name);
  const beside = { form, units, present: props.present };
  const explained =
    kind === 'choice' || kind === 'share' ? undefined : (field.hint ?? t.hints[name]);
  const hint =
    [explained, ruleWords(rule, { isNew, noticeHours }), ...limitHints(props.kind, field, beside)]
      .filter(Boolean)
      .join(' ') || undefined;
  const value = form[name] ?? '';
  if (isRowForms(value))
    return (
      <RowInputs
        field={field}
        rows={value}
        units={units}
        hint={hint}
        rules={(field.rows ?? []).flatMap((column) => {
          const said = ruleWords(ruleOf(props.kind, column.name, name), { isNew, noticeHours });
          const now = columnHints(props.kind, { list: field, column }, beside);
          const all = [...(said === undefined ? [] : [said]), ...now].join(' ');
          return all === '' ? [] : [t.rules.column(labelOf(column), all)];
        })}
        errorOf={errorOf}
        onRows={onValue}
      />
    );
  if (kind === 'switch')
    return <TermSwitch field={field} isOn={value === true} hint={hint} onValue={onValue} />;
  if (kind === 'texts')
    return (
      <TextsInput
        field={field}
        form={form}
        hint={hint}
        errorOf={errorOf}
        onText={(of, written) => onValue(written, of)}
      />
    );
  return (
    <TextTerm
      field={field}
      text={String(value)}
      options={choices[name] ?? []}
      units={units}
      hint={hint}
      error={errorOf(name)}
      onText={(typed) => onValue(typed)}
    />
  );
}

interface TextTermProps {
  field: TermField;
  text: string;
  /** Of a choice. */
  options: readonly (readonly [string, string])[];
  units: TermUnits;
  hint: string | undefined;
  error: string | undefined;
  onText: (text: string) => void;
}

/** A term that is one text, each kind with its own field. */
function TextTerm({ field, text, options, units, hint, error, onText }: TextTermProps) {
  const { kind } = field;
  const common = { label: labelOf(field), value: text, hint, error };
  if (kind === 'choice')
    return <SelectField {...common} options={options} placeholder="" onChange={onText} />;
  if (kind === 'time')
    return (
      <Field
        {...common}
        type="datetime-local"
        // Seconds are shown where there are any, and kept.
        step={text.length > MINUTE_LENGTH ? 'any' : undefined}
        onChange={(event) => onText(event.target.value)}
      />
    );
  if (kind === 'text' || kind === 'amounts')
    return (
      <Field {...common} spellCheck={false} onChange={(event) => onText(event.target.value)} />
    );
  return (
    <DecimalField
      {...common}
      scale={kind === 'count' ? 0 : scaleOf(field, units)}
      trailing={trailingOf(field, units)}
      onValueChange={onText}
    />
  );
}

function TermSwitch({
  field,
  isOn,
  hint,
  onValue,
}: {
  field: TermField;
  isOn: boolean;
  hint: string | undefined;
  onValue: (value: boolean) => void;
}) {
  const id = useId();
  const words = field.words ?? t.switches[field.name];
  return (
    <div className="con-switch">
      <label htmlFor={id}>
        {labelOf(field)}
        <small>{isOn ? words?.on : words?.off}</small>
        {hint !== undefined && <small>{hint}</small>}
      </label>
      <Switch id={id} checked={isOn} onCheckedChange={onValue} />
    </div>
  );
}
