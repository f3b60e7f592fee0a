import type { Treasury } from '@fairlead/contract';
import { Link } from 'react-router';
import { formatExact } from '../../books/amounts.ts';
import { FundLink } from '../../books/FundLink.tsx';
import { inUse, UseBar } from '../../books/UseBar.tsx';
import { useMay } from '../../data/acts.ts';
import { hostingTexts } from './texts.ts';

const t = hostingTexts.treasury;

/** The treasury by currency: what it has, what it has promised, and what falls due. */
export function TreasuryTable({ treasuries }: { treasuries: readonly Treasury[] }) {
  const mayFund = useMay('proposeEntry');
  return (
    <section className="mt-4">
      <h2 className="text-16 font-strong">{hostingTexts.treasuryTitle}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reached by keyboard */}
      <section className="con-table-scroll" tabIndex={0} aria-label={hostingTexts.treasuryTitle}>
        <table className="con-mini con-figures mt-1">
          <thead>
            <tr>
              <th scope="col">{t.currency}</th>
              <th scope="col">{t.total}</th>
              <th scope="col">{t.promised}</th>
              <th scope="col">{t.available}</th>
              <th scope="col">{t.use}</th>
              <th scope="col">{t.due}</th>
              <th scope="col">{t.sold}</th>
              <th scope="col">{t.principal}</th>
              <th scope="col">{t.orders}</th>
              {mayFund && <th scope="col">{t.fund}</th>}
            </tr>
          </thead>
          <tbody>
            {treasuries.map((treasury) => (
              <Line key={treasury.currency_id} treasury={treasury} mayFund={mayFund} />
            ))}
          </tbody>
        </table>
      </section>
      <p className="mt-3 text-12 text-muted">{hostingTexts.treasuryNote}</p>
      <p className="con-links mt-4">
        <Link to="/ledger?account=house:yield_treasury&reason=hosting_interest">
          {hostingTexts.links.entries}
        </Link>
        <Link to="/ledger?tab=house">{hostingTexts.links.house}</Link>
      </p>
    </section>
  );
}

function Line({ treasury, mayFund }: { treasury: Treasury; mayFund: boolean }) {
  const { currency_id, currency, total, promised, available } = treasury;
  return (
    <tr>
      <th scope="row">{currency}</th>
      <td>
        <b>{formatExact(total)}</b>
      </td>
      <td>{formatExact(promised)}</td>
      <td>{formatExact(available)}</td>
      <td>
        <UseBar use={inUse(promised, total)} />
      </td>
      <td>{formatExact(treasury.due_24h)}</td>
      <td>{formatExact(treasury.sold_24h)}</td>
      <td className="text-muted">{formatExact(treasury.principal)}</td>
      <td>{treasury.orders.toLocaleString('en')}</td>
      {mayFund && (
        <td>
          <FundLink
            move={{
              currencyId: currency_id,
              source: 'house:capital',
              target: 'house:yield_treasury',
            }}
          >
            {hostingTexts.fund}
          </FundLink>
        </td>
      )}
    </tr>
  );
}
