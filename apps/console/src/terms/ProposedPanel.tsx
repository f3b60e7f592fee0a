import type { ReactNode } from 'react';
import { useMay } from '../data/acts.ts';
import { useCurrencies } from '../data/use-config.ts';
import { HistoryLink } from '../parts/HistoryLink.tsx';
import type { TermsKind } from './fields.ts';
import type { TermsForm } from './forms.ts';
import type { TermsRecord } from './model.ts';
import { TermsPanel } from './TermsPanel.tsx';
import { unitsOf } from './units.ts';
import { type Proposing, useProposeTerms } from './use-save-terms.ts';

export interface ProposedPanelProps {
  kind: TermsKind;
  route: Proposing;
  title: string;
  badge?: ReactNode;
  /** Undefined for new terms. Its fields are those of TERM_FIELDS, and may be more. */
  row: object | undefined;
  /** What a new record begins with. */
  fresh?: TermsForm;
  startsEditing?: boolean;
  /** Of fields that are chosen. */
  choices?: Readonly<Record<string, readonly (readonly [string, string])[]>>;
  /** What its versions are kept under. */
  subject: string | undefined;
  onClose: () => void;
  /** Over the link to its versions. */
  children?: ReactNode;
}

/** Terms that are only ever proposed. */
export function ProposedPanel(props: ProposedPanelProps) {
  const { kind, route, title, badge, row, fresh, startsEditing = false } = props;
  const { choices, subject, onClose, children } = props;
  const currencies = useCurrencies();
  const mayEdit = useMay(route);
  const { propose, isProposing, refused } = useProposeTerms(route);
  return (
    <TermsPanel
      kind={kind}
      title={title}
      badge={badge}
      // The contract's names are those of TERM_FIELDS.
      present={row as TermsRecord | undefined}
      {...(fresh && { fresh })}
      startsEditing={startsEditing}
      unitsOf={(form) => unitsOf(form, currencies)}
      {...(choices && { choices })}
      mayEdit={mayEdit}
      isSaving={isProposing}
      refused={refused}
      onClose={onClose}
      onSave={async (terms, reason) => {
        const proposed = await propose(terms, reason);
        if (proposed !== undefined && row === undefined) onClose();
        return proposed !== undefined;
      }}
    >
      {children}
      {subject !== undefined && <HistoryLink subject={subject} />}
    </TermsPanel>
  );
}
