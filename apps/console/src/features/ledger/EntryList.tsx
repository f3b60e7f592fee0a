import { Loaded, type LoadedQuery, LoadingRows } from '@fairlead/calls';
import type { LedgerEntry, ResponseOf } from '@fairlead/contract';
import { EmptyState, formatDate, Tag } from '@fairlead/ui';
import { AccountName } from '../../books/AccountName.tsx';
import { formatBalance, formatSignedExact } from '../../books/amounts.ts';
import { SumMark } from '../../books/Postings.tsx';
import { bookTexts } from '../../books/texts.ts';
import { useIsPhone } from '../../data/hooks.ts';
import { Pager } from '../../lists/DataTable.tsx';
import { tableTexts } from '../../lists/texts.ts';
import { entrySums } from './model.ts';
import { ledgerTexts as t } from './texts.ts';

export interface EntryListProps {
  query: LoadedQuery<ResponseOf<'ledgerEntries'>>;
  /** The account that is filtered for stands out. */
  account: string;
  empty: string;
  onPage: (page: number) => void;
}

/** Entries with all their postings, each with the balance it left, and their sums. */
export function EntryList({ query, account, empty, onPage }: EntryListProps) {
  const isPhone = useIsPhone();
  return (
    <Loaded
      query={query}
      loading={<LoadingRows count={8} mark={false} />}
      failed={tableTexts.failed}
    >
      {(data) =>
        data.list.length === 0 ? (
          <EmptyState>{empty}</EmptyState>
        ) : (
          <>
            {isPhone ? (
              <EntryCards list={data.list} />
            ) : (
              <EntryTable list={data.list} account={account} />
            )}
            <Pager data={data} onPage={onPage} />
          </>
        )
      }
    </Loaded>
  );
}

const Reason = ({ entry }: { entry: LedgerEntry }) => (
  <Tag kind={entry.reason === 'correction' ? 'warn' : 'plain'}>
    {t.reasons[entry.reason] ?? entry.reason}
  </Tag>
);

function Sums({ entry }: { entry: LedgerEntry }) {
  return (
    <span className="con-sums">
      {entrySums(entry).map(({ currency, sum }) => (
        <span key={currency}>
          <small>{currency}</small> <SumMark sum={sum} />
        </span>
      ))}
    </span>
  );
}

function EntryTable({ list, account }: { list: readonly LedgerEntry[]; account: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reached by keyboard
    <section className="con-table-scroll" tabIndex={0} aria-label={t.title}>
      <table className="con-entries" aria-label={t.title}>
        <thead>
          <tr>
            <th scope="col">{t.columns.entry}</th>
            <th scope="col">{t.columns.what}</th>
            <th scope="col">{bookTexts.account}</th>
            <th scope="col">{bookTexts.amount}</th>
            <th scope="col">{t.columns.balance}</th>
          </tr>
        </thead>
        {list.map((entry) => (
          <tbody key={entry.id}>
            {entry.postings.map((posting, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: postings never move
              <tr key={index} data-own={posting.account === account || undefined}>
                {index === 0 && <EntryHead entry={entry} />}
                <td>
                  <AccountName name={posting.account} />
                </td>
                <td>
                  <b>{formatSignedExact(posting.amount)}</b> <small>{posting.currency}</small>
                </td>
                <td className="text-muted">{formatBalance(posting.balance)}</td>
              </tr>
            ))}
            <tr>
              <td>{bookTexts.sum}</td>
              <td colSpan={2}>
                <Sums entry={entry} />
              </td>
            </tr>
          </tbody>
        ))}
      </table>
    </section>
  );
}

/** Number and cause stand once, beside all the lines of an entry. */
function EntryHead({ entry }: { entry: LedgerEntry }) {
  const rows = entry.postings.length + 1;
  return (
    <>
      <td rowSpan={rows}>
        <b>{entry.id}</b>
        <small>{formatDate(entry.time, 'full', 'en')}</small>
        <small>{t.sequence(String(entry.sequence))}</small>
      </td>
      <td rowSpan={rows}>
        <Reason entry={entry} />
        <small className="con-mono">{entry.reference}</small>
      </td>
    </>
  );
}

function EntryCards({ list }: { list: readonly LedgerEntry[] }) {
  return (
    <ul className="con-cards" aria-label={t.title}>
      {list.map((entry) => (
        <li key={entry.id}>
          <div className="con-card-head">
            <span>{entry.id}</span>
            <span>
              <Reason entry={entry} />
            </span>
          </div>
          <p className="text-12 text-muted">
            {formatDate(entry.time, 'full', 'en')}, {t.sequence(String(entry.sequence))}
          </p>
          <p className="con-mono mb-2 break-all text-muted">{entry.reference}</p>
          <ul className="con-lines">
            {entry.postings.map((posting, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: postings never move
              <li key={index}>
                <span>
                  <AccountName name={posting.account} />
                  <b>
                    {formatSignedExact(posting.amount)} <small>{posting.currency}</small>
                  </b>
                </span>
                <small>
                  {t.columns.balance} {formatBalance(posting.balance)}
                </small>
              </li>
            ))}
          </ul>
          <p className="mt-2 flex items-baseline justify-between gap-3 text-12">
            <span className="text-muted">{bookTexts.sum}</span>
            <Sums entry={entry} />
          </p>
        </li>
      ))}
    </ul>
  );
}
