/** What stands in many tables alike. */
import type { RecordStatus } from '@fairlead/contract';
import { Badge, type BadgeKind, CoinMark, MISSING } from '@fairlead/ui';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { sharedTexts as t } from './texts.ts';

/** A currency's mark and name, and what else names the row. */
export const CurrencyCell = ({ name, children }: { name: string; children?: ReactNode }) => (
  <span className="inline-flex items-center gap-2">
    <CoinMark code={name} size={24} />
    <b>{name}</b>
    {children}
  </span>
);

/** A masked account with its id. */
export const UserCell = ({ user, id }: { user: string; id: number }) => (
  <>
    {user} <small>{id}</small>
  </>
);

/** A user's id, which leads to the user; the row behind it opens its own record. */
export const UserLink = ({ id }: { id: number }) => (
  <Link className="con-link" to={`/users?open=${id}`} onClick={(event) => event.stopPropagation()}>
    {id}
  </Link>
);

interface ReceiptLinkProps {
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

const KINDS: Readonly<Record<RecordStatus, BadgeKind>> = {
  under_review: 'wait',
  passed: 'good',
  rejected: 'bad',
};

/** Where a record under review stands. */
export const StatusBadge = ({ status }: { status: RecordStatus }) => (
  <Badge kind={KINDS[status]}>{t.statuses[status]}</Badge>
);
