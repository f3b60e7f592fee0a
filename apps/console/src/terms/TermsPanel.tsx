import { useApi } from '@fairlead/calls';
import { Icon } from '@fairlead/ui';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useMay } from '../data/acts.ts';
import { useCurrencies, useMe } from '../data/use-config.ts';
import type { TermsKind } from './fields.ts';
import type { TermsForm } from './forms.ts';
import type { TermsRecord } from './model.ts';
import { TermsSheet } from './TermsSheet.tsx';
import { termTexts } from './texts.ts';
import { currencyChoices, unitsOf } from './units.ts';
import { SAVING, useSaveTerms } from './use-save-terms.ts';

export interface TermsPanelProps {
  kind: TermsKind;
  title: string;
  badge?: ReactNode;
  /** Undefined for a new one. Its fields are those of TERM_FIELDS, and may be more. */
  row: object | undefined;
  /** The records of this kind that are there: a new one is none of them. */
  others?: readonly object[] | undefined;
  /** What a new record begins with. */
  fresh?: TermsForm;
  startsEditing?: boolean;
  /** Of fields that are chosen; currencies are, of all there are, unless told. */
  choices?: Readonly<Record<string, readonly (readonly [string, string])[]>>;
  /** What its versions are kept under. */
  subject: string | undefined;
  /** What is sent, where it is more than what the form holds. */
  asSent?: (terms: TermsRecord) => TermsRecord;
  onClose: () => void;
  /** Beside the button that begins to edit. */
  acts?: ReactNode;
  /** In place of that button: another act under way. */
  foot?: ReactNode;
  /** Over the link to its versions. */
  children?: ReactNode;
}

/** Kinds whose bounds, examples or templates go by the index. */
const PRICED: ReadonlySet<TermsKind> = new Set<TermsKind>([
  'market',
  'futures',
  'options',
  'hosting',
  'offering',
]);
const POLL_MS = 15_000;

/** One record of terms of any kind: its fields, bounds, hints and who may change them come from the tables. */
export function TermsPanel(props: TermsPanelProps) {
  const { kind, title, badge, row, others, fresh, startsEditing = false, choices } = props;
  const { subject, asSent, onClose, acts, foot, children } = props;
  const currencies = useCurrencies();
  const quotations = useApi('quotations', {}, { enabled: PRICED.has(kind), pollMs: POLL_MS }).data;
  const mayEdit = useMay(SAVING[kind].route);
  const { save, isSaving, refused } = useSaveTerms(kind, title);
  const ofCurrencies = currencyChoices(currencies);
  return (
    <TermsSheet
      kind={kind}
      title={title}
      badge={badge}
      // The contract's names are those of TERM_FIELDS.
      present={row as TermsRecord | undefined}
      others={others as readonly TermsRecord[] | undefined}
      {...(fresh && { fresh })}
      startsEditing={startsEditing}
      unitsOf={(form) => unitsOf(form, currencies, quotations)}
      choices={{ currency_id: ofCurrencies, payment_currency_id: ofCurrencies, ...choices }}
      mayEdit={mayEdit}
      isSaving={isSaving}
      refused={refused}
      onClose={onClose}
      onSave={async (terms, reason) => {
        const isSaved = await save(asSent === undefined ? terms : asSent(terms), reason);
        if (isSaved && row === undefined) onClose();
        return isSaved;
      }}
      acts={acts}
      foot={foot}
    >
      {children}
      {subject !== undefined && <HistoryLink subject={subject} />}
    </TermsSheet>
  );
}

/** Roles that read histories, besides owners; the page's own entry says the same. */
const READERS: readonly string[] = ['manager', 'auditor', 'owner'];

/** To the earlier versions of one record of terms, for who may read them. */
function HistoryLink({ subject }: { subject: string }) {
  const role = useMe().data?.role;
  if (role === undefined || !READERS.includes(role)) return null;
  return (
    <p className="con-links mt-4">
      <Link to={`/history?subject=${encodeURIComponent(subject)}`}>
        <Icon name="clock" size={16} />
        {termTexts.earlier}
      </Link>
    </p>
  );
}
