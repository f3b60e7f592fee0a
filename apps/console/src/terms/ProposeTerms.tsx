import {
  type MarketSetting,
  proposeFutures,
  proposeMarket,
  proposeOptions,
} from '@fairlead/formula';
import { Button, DecimalField, Note } from '@fairlead/ui';
import { PRICE_SCALE, parseDecimal } from '@fairlead/units';
import { useState } from 'react';
import { TERM_FIELDS, type TermsKind, type TermUnits } from './fields.ts';
import { formOf, type TermsForm } from './forms.ts';
import { plain, type TermsRecord } from './model.ts';
import { termTexts } from './texts.ts';

const t = termTexts.proposing;
const PROPOSE = { market: proposeMarket, futures: proposeFutures, options: proposeOptions };

export interface ProposeTermsProps {
  kind: TermsKind;
  form: TermsForm;
  units: TermUnits;
  onChange: (form: TermsForm) => void;
}

const isProposed = (kind: TermsKind): kind is keyof typeof PROPOSE => Object.hasOwn(PROPOSE, kind);

/** Fills a new market's or contract's form from a price; the operator edits what is proposed. */
export function ProposeTerms({ kind, form, units, onChange }: ProposeTermsProps) {
  const [typed, setTyped] = useState<string>();
  const [refusal, setRefusal] = useState<keyof typeof t.refused>();
  if (!isProposed(kind)) return null;
  const price = typed ?? (units.guide === undefined ? '' : plain(units.guide));
  const setting = settingOf(price, units);
  const propose = () => {
    if (setting === undefined) return;
    const proposed = PROPOSE[kind](setting);
    setRefusal(proposed.ok ? undefined : proposed.refusal);
    if (!proposed.ok) return;
    const terms: TermsRecord = proposed.terms;
    const fields = TERM_FIELDS[kind].filter(({ name }) => name in terms);
    onChange({ ...form, ...formOf(fields, terms) });
  };
  return (
    <section className="con-propose" data-wide aria-label={t.title}>
      <div>
        <DecimalField
          label={t.price}
          hint={setting === undefined && price === '' ? t.waiting : t.priceHint}
          value={price}
          scale={PRICE_SCALE}
          {...(units.quote !== undefined && { trailing: units.quote })}
          onValueChange={setTyped}
        />
        <Button size={48} disabled={setting === undefined} onClick={propose}>
          {t.act}
        </Button>
      </div>
      {refusal !== undefined && <Note kind="warn">{t.refused[refusal]}</Note>}
    </section>
  );
}

/** Undefined while a price or a currency is missing. */
function settingOf(price: string, { scales, quoteUsdt }: TermUnits): MarketSetting | undefined {
  const indexE8 = parseDecimal(price, PRICE_SCALE);
  const [baseScale, quoteScale] = [scales?.base, scales?.quote];
  if (indexE8 === undefined || indexE8 <= 0n) return undefined;
  if (baseScale === undefined || quoteScale === undefined) return undefined;
  const quoteUsdtE8 = quoteUsdt === undefined ? undefined : parseDecimal(quoteUsdt, PRICE_SCALE);
  return { indexE8, baseScale, quoteScale, quoteUsdtE8 };
}
