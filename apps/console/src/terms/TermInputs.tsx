import { DecimalField, Field, Switch } from '@fairlead/ui';
import { useId, useState } from 'react';
import { useNoticeHours } from '../data/use-config.ts';
import { SelectField } from '../parts/SelectField.tsx';
import { termTexts as t } from '../texts/terms.ts';
import {
  labelOf,
  scaleOf,
  TERM_FIELDS,
  type TermField,
  type TermsKind,
  type TermUnits,
  unitName,
} from './fields.ts';
import { isRowForms, type RowForm, type TermsForm } from './forms.ts';
import { wordsOf } from './model.ts';
import { RowInputs } from './RowInputs.tsx';
import { createdWords, ruleOf, ruleWords } from './rules.ts';
import { TextsInput } from './TextsInput.tsx';

export interface TermInputsProps {
  formId: string;
  kind: TermsKind;
  form: TermsForm;
  isNew: boolean;
  units: TermUnits;
  choices: Readonly<Record<string, readonly (readonly [string, string])[]>>;
  refused: Readonly<Record<string, string>>;
  problemsOf: (form: TermsForm) => Readonly<Record<string, string>>;
  onChange: (form: TermsForm) => void;
  onDone: () => void;
}

/** The form of a record of terms. What tells a record from others is fixed once it is made. */
export function TermInputs(props: TermInputsProps) {
  const { formId, kind, form, isNew, refused, problemsOf, onChange, onDone } = props;
  const [isChecked, setChecked] = useState(false);
  const noticeHours = useNoticeHours();
  const problems = problemsOf(form);
  const submit = () => {
    setChecked(true);
    if (Object.keys(problems).length === 0) onDone();
  };
  const fields = TERM_FIELDS[kind].filter(({ isKey }) => isNew || !isKey);
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
        <div key={field.name} data-wide={field.isWide || undefined}>
          <TermInput
            {...props}
            field={field}
            noticeHours={noticeHours}
            errorOf={(name) => (isChecked ? problems[name] : undefined) ?? refused[name]}
            onValue={(value, name = field.name) => onChange({ ...form, [name]: value })}
          />
        </div>
      ))}
    </form>
  );
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
  const label = labelOf(field);
  const error = errorOf(name);
  const rule = ruleOf(props.kind, name);
  const explained =
    kind === 'choice' || kind === 'share' ? undefined : (field.hint ?? t.hints[name]);
  const hint =
    [explained, ruleWords(rule, { isNew, noticeHours })].filter(Boolean).join(' ') || undefined;
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
          return said === undefined ? [] : [t.rules.column(labelOf(column), said)];
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
  const text = String(value);
  if (kind === 'choice')
    return (
      <SelectField
        label={label}
        value={text}
        options={choices[name] ?? []}
        placeholder=""
        hint={hint}
        error={error}
        onChange={(chosen) => onValue(chosen)}
      />
    );
  if (kind === 'time')
    return (
      <Field
        type="datetime-local"
        label={label}
        value={text}
        hint={hint}
        error={error}
        // Seconds are shown where there are any, and kept.
        step={text.length > MINUTE_LENGTH ? 'any' : undefined}
        onChange={(event) => onValue(event.target.value)}
      />
    );
  if (kind === 'text' || kind === 'amounts')
    return (
      <Field
        label={label}
        value={text}
        hint={hint}
        error={error}
        spellCheck={false}
        onChange={(event) => onValue(event.target.value)}
      />
    );
  return (
    <DecimalField
      label={label}
      value={text}
      hint={hint}
      error={error}
      scale={kind === 'count' ? 0 : scaleOf(field, units)}
      trailing={trailing(field, text, units)}
      onValueChange={(typed) => onValue(typed)}
    />
  );
}

/** The unit, or what a share is as a percentage. */
function trailing(field: TermField, text: string, units: TermUnits): string | undefined {
  if (field.kind === 'share')
    return /^0(\.\d+)?$/.test(text) ? `= ${wordsOf(field, text, units)}` : undefined;
  return field.unit && unitName(field.unit, units);
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
