import { LANGUAGE_NAMES, LANGUAGES, type Language } from '@fairlead/contract/constants';
import { Tabs, TextArea } from '@fairlead/ui';
import { useState } from 'react';
import { labelOf, type TermField } from './fields.ts';
import { type TermsForm, textName } from './forms.ts';
import { termTexts as t } from './texts.ts';

export interface TextsInputProps {
  field: TermField;
  form: TermsForm;
  hint: string | undefined;
  errorOf: (name: string) => string | undefined;
  onText: (name: string, text: string) => void;
}

/** A text in each language, one at a time. */
export function TextsInput({ field, form, hint, errorOf, onText }: TextsInputProps) {
  const [language, setLanguage] = useState<Language>('en');
  const name = textName(field, language);
  return (
    <fieldset className="con-rows">
      <legend>{labelOf(field)}</legend>
      <Tabs
        label={t.languages}
        value={language}
        items={LANGUAGES.map((value) => ({
          value,
          label: <LanguageTab language={value} field={field} form={form} errorOf={errorOf} />,
        }))}
        onValueChange={setLanguage}
      />
      <TextArea
        label={t.rowOf(labelOf(field), LANGUAGE_NAMES[language])}
        labelHidden
        rows={8}
        hint={hint}
        error={errorOf(name)}
        value={String(form[name] ?? '')}
        onChange={(event) => onText(name, event.target.value)}
      />
    </fieldset>
  );
}

interface LanguageTabProps extends Pick<TextsInputProps, 'field' | 'form' | 'errorOf'> {
  language: Language;
}

/** A language, and whether its text is missing or wrong. */
function LanguageTab({ language, field, form, errorOf }: LanguageTabProps) {
  const name = textName(field, language);
  const isWrong = errorOf(name) !== undefined;
  const isEmpty = String(form[name] ?? '').trim() === '';
  return (
    <>
      {LANGUAGE_NAMES[language]}
      {isWrong && <small className="text-bad"> {t.languageWrong}</small>}
      {!isWrong && isEmpty && <small className="text-muted"> {t.languageEmpty}</small>}
    </>
  );
}
