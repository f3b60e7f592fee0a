import type { TreasuryView } from '@fairlead/contract';
import { MISSING, Note } from '@fairlead/ui';
import { Link } from 'react-router';
import { formatBalance, formatExact, formatMoney } from '../../books/amounts.ts';
import { chainName } from './columns.tsx';
import { treasuryTexts } from './texts.ts';

const t = treasuryTexts.head;
const shown = (amount: string | undefined) =>
  amount === undefined ? MISSING : formatExact(amount);

/** What is owed and where it lies, by currency, and what of it is not known. */
export function TreasuryHead({ treasury }: { treasury: TreasuryView }) {
  const { currencies, lines } = treasury;
  const away = lines.filter(({ state }) => state === 'stale' || state === 'unasked');
  const isUnwatched = lines.every(({ state }) => state === 'unwatched');
  return (
    <div className="grid gap-3 py-3">
      {isUnwatched && <Note kind="info">{treasuryTexts.noNodes}</Note>}
      {away.length > 0 && (
        <Note kind="bad">
          {treasuryTexts.away(
            away.map(({ currency, chain }) => `${currency} ${chainName(chain)}`).join(', '),
          )}
        </Note>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reached by keyboard */}
      <section className="con-table-scroll" tabIndex={0} aria-label={t.label}>
        <table className="con-mini con-treasury whitespace-nowrap" aria-label={t.label}>
          <thead>
            <tr>
              {[
                t.currency,
                t.owed,
                t.hot,
                t.cold,
                t.deposits,
                t.onItsWay,
                t.unknown,
                t.coverage,
              ].map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {currencies.map((each) => (
              <tr key={each.currency_id}>
                <th scope="row">{each.currency}</th>
                <td>{formatBalance(each.owed)}</td>
                <td>{shown(each.hot)}</td>
                <td>{shown(each.cold)}</td>
                <td>{shown(each.deposits)}</td>
                <td>{shown(each.on_its_way)}</td>
                <td>{shown(each.unknown)}</td>
                <td>
                  <Coverage {...each} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p className="text-12 text-muted">{t.note}</p>
      <Payments treasury={treasury} />
    </div>
  );
}

function Coverage({
  coverage,
  is_whole: isWhole,
}: Pick<TreasuryView['currencies'][number], 'coverage' | 'is_whole'>) {
  if (coverage === undefined) return MISSING;
  const percent = t.percent(formatExact(coverage));
  return <b>{isWhole ? percent : t.atLeast(percent)}</b>;
}

function Payments({ treasury: { cold_payments: open, currencies } }: { treasury: TreasuryView }) {
  if (open === undefined) return null;
  const name = currencies.find((each) => each.currency_id === open.currency_id)?.currency ?? '';
  const { signing, sent } = open;
  return (
    <p>
      <Link className="con-link" to="/cold">
        {t.payments(
          signing.count,
          formatMoney(signing.amount, name),
          sent.count,
          formatMoney(sent.amount, name),
        )}
      </Link>
    </p>
  );
}
