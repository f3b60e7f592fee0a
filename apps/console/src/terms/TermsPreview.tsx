import { Facts } from '../parts/Facts.tsx';
import type { TermsKind, TermUnits } from './fields.ts';
import type { TermsForm } from './forms.ts';
import { PREVIEWS } from './preview.ts';
import { termTexts } from './texts.ts';

const t = termTexts.preview;

export interface TermsPreviewProps {
  kind: TermsKind;
  form: TermsForm;
  units: TermUnits;
}

/** How the terms in a form look to users; nothing while the form says too little. */
export function TermsPreview({ kind, form, units }: TermsPreviewProps) {
  const preview = PREVIEWS[kind]?.(form, units);
  if (preview === undefined) return null;
  const { facts, asks, bids } = preview;
  return (
    <section className="con-trader" data-wide aria-label={t.title}>
      <h3>{t.title}</h3>
      <Facts facts={facts} />
      {asks !== undefined && bids !== undefined && (
        <div className="con-trader-book">
          <Side label={t.bids} prices={bids} tone="rise" />
          <Side label={t.asks} prices={asks} tone="fall" />
        </div>
      )}
    </section>
  );
}

function Side({ label, prices, tone }: { label: string; prices: readonly string[]; tone: string }) {
  return (
    <div data-tone={tone}>
      <small>{label}</small>
      <ol>
        {prices.map((price) => (
          <li key={price}>{price}</li>
        ))}
      </ol>
    </div>
  );
}
