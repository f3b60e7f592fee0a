import type { ProposalRefusal } from '@fairlead/formula';
import { Button, DecimalField, Note } from '@fairlead/ui';
import { PRICE_SCALE } from '@fairlead/units';
import { useState } from 'react';
import { serverNow } from '../data/use-config.ts';
import { plain } from './decimals.ts';
import { TERM_FIELDS, type TermsKind, type TermUnits } from './fields.ts';
import { formOf, type TermsForm } from './forms.ts';
import {
  hasTemplates,
  pricedAs,
  pricedOf,
  settingOf,
  TEMPLATES,
  type Template,
  type TemplateKind,
} from './templates.ts';
import { termTexts } from './texts.ts';

const t = termTexts.templates;

export interface TermTemplatesProps {
  kind: TermsKind;
  form: TermsForm;
  units: TermUnits;
  onChange: (form: TermsForm) => void;
}

/** What a new product may begin with, each by its name and what it is for; the operator edits what it fills in. */
export function TermTemplates({ kind, ...rest }: TermTemplatesProps) {
  return hasTemplates(kind) ? <Chooser kind={kind} {...rest} /> : null;
}

/** What was pressed last: filled in, or why not. */
interface Outcome {
  readonly id: string;
  readonly refusal?: ProposalRefusal;
}

function Chooser({ kind, form, units, onChange }: TermTemplatesProps & { kind: TemplateKind }) {
  const [typed, setTyped] = useState<string>();
  const [outcome, setOutcome] = useState<Outcome>();
  const priced = pricedOf(kind, units);
  const words = pricedAs(kind);
  const price = typed ?? (priced.known === undefined ? '' : plain(priced.known));
  const setting = settingOf(price, priced, serverNow());
  const use = ({ id, propose }: Template) => {
    if (setting === undefined) return;
    const proposed = propose(setting);
    setOutcome({ id, ...(!proposed.ok && { refusal: proposed.refusal }) });
    if (!proposed.ok) return;
    const fields = TERM_FIELDS[kind].filter(({ name }) => name in proposed.terms);
    onChange({ ...form, ...formOf(fields, proposed.terms) });
  };
  const isWaiting = priced.baseScale === undefined || priced.quoteScale === undefined;
  return (
    <section className="con-templates" data-wide aria-label={t.title}>
      <h3>{t.title}</h3>
      <p className="fl-help">{t.lead}</p>
      <DecimalField
        label={t.price[words]}
        hint={isWaiting ? t.waiting[words] : t.priceHint[words]}
        value={price}
        scale={PRICE_SCALE}
        {...(priced.unit !== undefined && { trailing: priced.unit })}
        onValueChange={setTyped}
      />
      <ul>
        {TEMPLATES[kind].map((template) => (
          <li key={template.id} data-used={isUsed(outcome, template) || undefined}>
            <span>
              <b>{template.name}</b>
              <small>{template.why}</small>
            </span>
            <Button
              size={36}
              disabled={setting === undefined}
              aria-label={t.startFrom(template.name)}
              onClick={() => use(template)}
            >
              {t.use}
            </Button>
          </li>
        ))}
      </ul>
      <Said kind={kind} outcome={outcome} />
    </section>
  );
}

const isUsed = (outcome: Outcome | undefined, { id }: Template): boolean =>
  outcome?.id === id && outcome.refusal === undefined;

function Said({ kind, outcome }: { kind: TemplateKind; outcome: Outcome | undefined }) {
  if (outcome === undefined) return null;
  if (outcome.refusal !== undefined) return <Note kind="warn">{t.refused[outcome.refusal]}</Note>;
  const name = TEMPLATES[kind].find(({ id }) => id === outcome.id)?.name ?? '';
  return (
    <p className="fl-help" role="status">
      {t.used(name)}
    </p>
  );
}
