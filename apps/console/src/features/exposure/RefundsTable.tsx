import { useApi } from '@fairlead/calls';
import { formatDate } from '@fairlead/ui';
import { exposureTexts } from './texts.ts';

const t = exposureTexts.refunds;
const POLL_MS = 60_000;

/** Options with too few samples, by day, by whose doing, and what they would have been: as everybody can read it. */
export function RefundsTable() {
  const { data } = useApi('refunds', {}, { pollMs: POLL_MS });
  if (data === undefined) return null;
  const rows = [
    { name: t.total, counts: data.total },
    ...data.days.map(({ time, ...counts }) => ({ name: formatDate(time, 'date', 'en'), counts })),
  ];
  return (
    <section className="mt-6">
      <h2 className="text-16 font-strong">{t.title}</h2>
      <p className="text-12 text-muted">{t.note}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reached by keyboard */}
      <section className="con-table-scroll" tabIndex={0} aria-label={t.title}>
        <table className="con-mini con-figures mt-1">
          <thead>
            <tr>
              {t.columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, counts }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{counts.refunded}</td>
                <td>{counts.paid_as_win}</td>
                <td>{counts.by_house}</td>
                <td>{counts.by_market}</td>
                <td>{counts.would_win}</td>
                <td>{counts.would_lose}</td>
                <td>{counts.would_be_flat}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  );
}
