/** Columns that the queues have alike; each names them in its own words. */
import { formatDate } from '@fairlead/ui';
import { MINUTE_MS } from '@fairlead/units';
import { formatExact } from '../books/amounts.ts';
import { serverNow } from '../data/use-config.ts';
import type { Column } from '../lists/DataTable.tsx';
import { UserCell } from '../parts/cells.tsx';
import { sharedTexts } from '../parts/texts.ts';

export const idColumn = (header: string): Column<{ readonly id: number }> => ({
  ...{ id: 'id', header, card: 'none' },
  cell: ({ id }) => <b>{id}</b>,
});

interface OfUser {
  readonly user: string;
  readonly user_id: number;
}

export const userColumn = (header: string): Column<OfUser> => ({
  ...{ id: 'user', header },
  cell: ({ user, user_id }) => <UserCell user={user} id={user_id} />,
});

interface OfMoney {
  readonly amount: string;
  readonly currency: string;
}

export const amountColumn = (header: string): Column<OfMoney> => ({
  ...{ id: 'amount', header, align: 'end', card: 'title' },
  cell: ({ amount, currency }) => (
    <>
      <b>{formatExact(amount)}</b> <small>{currency}</small>
    </>
  ),
});

/** For how long it has been waiting. */
export const waitingColumn = (header: string): Column<{ readonly time: number }> => ({
  ...{ id: 'waiting', header, align: 'end', card: 'end' },
  cell: ({ time }) => (
    <span className="text-muted">
      {sharedTexts.duration(Math.max(0, Math.floor((serverNow() - time) / MINUTE_MS)))}
    </span>
  ),
});

interface Decided {
  readonly decided_at?: number | undefined;
}

export const decidedColumn = (header: string): Column<Decided> => ({
  ...{ id: 'when', header, align: 'end' },
  cell: ({ decided_at }) => formatDate(decided_at, 'dayMinute', 'en'),
});

/** How many of those it needs have signed. */
export const Signed = ({ done, text }: { done: number; text: string }) => (
  <span className={done > 0 ? 'font-medium text-brand' : 'text-muted'}>{text}</span>
);
