import { MISSING } from '@fairlead/ui';
import { positionTexts as t } from '../texts/positions.ts';

export interface ReceiptLinkProps {
  id: number | undefined;
  /** Says what it is, where no heading does. */
  isNamed?: boolean;
}

/** A receipt in the app, where anybody sees it and checks it; in a page of its own. */
export function ReceiptLink({ id, isNamed = false }: ReceiptLinkProps) {
  if (id === undefined) return <span className="text-muted">{MISSING}</span>;
  return (
    <a
      className="con-link"
      href={`/#/pages/settlement/receipt?id=${id}`}
      target="_blank"
      rel="noopener"
      aria-label={t.receiptOpens(id)}
      // The row behind it opens its own record.
      onClick={(event) => event.stopPropagation()}
    >
      {isNamed ? t.receipt(id) : id}
    </a>
  );
}
