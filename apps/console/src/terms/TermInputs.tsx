import { DecimalField, Field, Switch } from '@fairlead/ui';
import { useId, useState } from 'react';
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
import { type TermsForm, wordsOf } from './model.ts';

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
      {fields.map((field) => (
        <div key={field.name} data-wide={field.isWide || undefined}>
          <TermInput
            {...props}
            field={field}
            error={(isChecked ? problems[field.name] : undefined) ?? refused[field.name]}
            onValue={(value) => onChange({ ...form, [field.name]: value })}
          />
        </div>
      ))}
    </form>
  );
}

interface TermInputProps extends TermInputsProps {
  field: TermField;
  error: string | undefined;
  onValue: (value: string | boolean) => void;
}

function TermInput({ field, form, units, choices, error, onValue }: TermInputProps) {
  const { name, kind } = field;
  const label = labelOf(field);
  const hint = kind === 'choice' ? undefined : t.hints[name];
  const value = form[name] ?? '';
  if (kind === 'switch')
    return <TermSwitch field={field} isOn={value === true} onValue={onValue} />;
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
        onChange={onValue}
      />
    );
  if (kind === 'text')
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
      hint={kind === 'share' ? undefined : hint}
      error={error}
      scale={kind === 'count' ? 0 : scaleOf(field, units)}
      trailing={trailing(field, text, units)}
      onValueChange={onValue}
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
  onValue,
}: {
  field: TermField;
  isOn: boolean;
  onValue: (value: boolean) => void;
}) {
  const id = useId();
  const words = t.switches[field.name];
  return (
    <div className="con-switch">
      <label htmlFor={id}>
        {labelOf(field)}
        <small>{isOn ? words?.on : words?.off}</small>
      </label>
      <Switch id={id} checked={isOn} onCheckedChange={onValue} />
    </div>
  );
}
