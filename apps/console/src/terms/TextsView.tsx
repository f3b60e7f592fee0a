import { Tabs } from '@fairlead/ui';
import { useState } from 'react';
import { labelOf, type TermField } from './fields.ts';
import { type TermValue, textsOf } from './model.ts';
import { termTexts as t } from './texts.ts';

export interface TextsViewProps {
  field: TermField;
  value: TermValue | undefined;
}

/** A text as it stands, in one language at a time. */
export function TextsView({ field, value }: TextsViewProps) {
  const texts = textsOf(value);
  const [chosen, choose] = useState('en');
  const shown = texts.find(({ language }) => language === chosen) ?? texts[0];
  if (shown === undefined) return null;
  return (
    <>
      <hr />
      <section className="con-texts" aria-label={labelOf(field)}>
        <h3>{labelOf(field)}</h3>
        <Tabs
          label={t.languages}
          value={shown.language}
          items={texts.map(({ language, name }) => ({ value: language, label: name }))}
          onValueChange={choose}
        />
        <p className="mt-3 whitespace-pre-line">{shown.text}</p>
      </section>
    </>
  );
}
