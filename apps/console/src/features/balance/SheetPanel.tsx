import type { BalanceSheet } from '@fairlead/contract';
import { isZeroDecimal } from '@fairlead/units';
import { Link } from 'react-router';
import { formatBalance, formatExact } from '../../books/amounts.ts';
import { SumMark } from '../../books/Postings.tsx';
import { bookTexts } from '../../books/texts.ts';
import { Facts } from '../../parts/Facts.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { balanceTexts as t } from './texts.ts';

/** One currency, account by account. */
export function SheetPanel({ sheet, onClose }: { sheet: BalanceSheet; onClose: () => void }) {
  const { currency } = sheet;
  return (
    <Panel title={t.panel(currency)} badge={<SumMark sum={sheet.sum} />} onClose={onClose}>
      <h3>{t.users}</h3>
      <table className="con-mini">
        <tbody>
          {sheet.liabilities.map(({ account, total, frozen }) => (
            <tr key={account}>
              <th scope="row">{t.userAccounts[account] ?? account}</th>
              <td>
                {formatExact(total)}
                {!isZeroDecimal(frozen) && (
                  <small className="block">
                    {t.frozen} {formatExact(frozen)}
                  </small>
                )}
              </td>
            </tr>
          ))}
          <tr>
            <th scope="row">{t.total}</th>
            <td>
              <b>{formatExact(sheet.liabilities_total)}</b>
            </td>
          </tr>
        </tbody>
      </table>
      <hr />
      <h3>{t.houseTitle}</h3>
      <table className="con-mini">
        <tbody>
          {sheet.house.map(({ account, total }) => (
            <tr key={account}>
              <th scope="row">
                <Link
                  className="con-link"
                  to={`/ledger?account=house:${account}&currency=${sheet.currency_id}`}
                >
                  {bookTexts.houseAccounts[account] ?? account}
                </Link>
              </th>
              <td>{formatBalance(total)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <hr />
      <Facts
        facts={[
          [t.facts.custody, formatBalance(sheet.custody)],
          [t.facts.transit, formatBalance(sheet.in_transit)],
          [t.facts.receivables, formatBalance(sheet.receivables)],
          [t.facts.sum, <SumMark key="sum" sum={sheet.sum} />],
        ]}
      />
      <p className="mt-3 text-12 text-muted">{t.custodyHint}</p>
      <p className="con-links mt-4">
        <Link to={`/ledger?currency=${sheet.currency_id}`}>{t.entries}</Link>
      </p>
    </Panel>
  );
}
