import { EmptyState } from '@fairlead/ui';
import { Link } from 'react-router';
import { formatExact } from '../../books/amounts.ts';
import { inUse, UseBar } from '../../books/UseBar.tsx';
import { type MarketExposure, openInterest, payouts, sumsOf } from './model.ts';
import { exposureTexts as t } from './texts.ts';

export interface MarketsTableProps {
  markets: readonly MarketExposure[];
  /** Quote currency of those that are shown and summed. */
  currency: string;
}

/** Open interest and pay-outs by market, each beside its limit, with their sums. */
export function MarketsTable({ markets, currency }: MarketsTableProps) {
  const sums = sumsOf(markets, currency);
  if (sums.markets.length === 0) return <EmptyState>{t.marketsNone}</EmptyState>;
  const c = t.columns;
  return (
    <section className="mt-6">
      <h2 className="text-16 font-strong">
        {t.marketsTitle} <small className="text-12 font-body text-muted">{currency}</small>
      </h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reached by keyboard */}
      <section className="con-table-scroll" tabIndex={0} aria-label={t.marketsTitle}>
        <table className="con-mini con-figures mt-1">
          <thead>
            <tr>
              <th scope="col">{c.market}</th>
              <th scope="col">{c.long}</th>
              <th scope="col">{c.short}</th>
              <th scope="col">{c.waiting}</th>
              <th scope="col">{c.interest}</th>
              <th scope="col">{c.positions}</th>
              <th scope="col">{c.rise}</th>
              <th scope="col">{c.fall}</th>
              <th scope="col">{c.payouts}</th>
              <th scope="col">{c.orders}</th>
            </tr>
          </thead>
          <tbody>
            {sums.markets.map((market) => (
              <MarketLine key={market.symbol} market={market} />
            ))}
            <tr data-sum="">
              <th scope="row">{t.sum}</th>
              <td>{formatExact(sums.long_notional)}</td>
              <td>{formatExact(sums.short_notional)}</td>
              <td>{formatExact(sums.waiting_notional)}</td>
              <td />
              <td>{sums.positions}</td>
              <td>{formatExact(sums.rise_payout)}</td>
              <td>{formatExact(sums.fall_payout)}</td>
              <td />
              <td>{sums.option_orders}</td>
            </tr>
          </tbody>
        </table>
      </section>
    </section>
  );
}

function MarketLine({ market }: { market: MarketExposure }) {
  const { symbol, max_open_interest: interestMax, max_exposure: payoutMax } = market;
  const query = encodeURIComponent(symbol);
  return (
    <tr>
      <th scope="row">{symbol}</th>
      <td>{formatExact(market.long_notional)}</td>
      <td>{formatExact(market.short_notional)}</td>
      <td className="text-muted">{formatExact(market.waiting_notional)}</td>
      <td
        title={
          interestMax && t.ofLimit(formatExact(openInterest(market)), formatExact(interestMax))
        }
      >
        <UseBar use={inUse(openInterest(market), interestMax)} />
      </td>
      <td>
        <Link className="con-link" to={`/positions?symbol=${query}`}>
          {market.positions}
        </Link>
      </td>
      <td>{formatExact(market.rise_payout)}</td>
      <td>{formatExact(market.fall_payout)}</td>
      <td title={payoutMax && t.ofLimit(formatExact(payouts(market)), formatExact(payoutMax))}>
        <UseBar use={inUse(payouts(market), payoutMax)} />
      </td>
      <td>
        <Link className="con-link" to={`/positions?tab=options&symbol=${query}`}>
          {market.option_orders}
        </Link>
      </td>
    </tr>
  );
}
