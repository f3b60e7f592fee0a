/** The orders and trades that a finding rests on, as they were when it was found. */
import type { FindingDetail } from '@fairlead/contract';
import { formatDate, MISSING } from '@fairlead/ui';
import type { ReactNode } from 'react';
import { formatExact } from '../../books/amounts.ts';
import { UserLink } from '../../parts/cells.tsx';
import { surveillanceTexts as t } from './texts.ts';

interface TableProps {
  title: string;
  heads: readonly string[];
  children: ReactNode;
}

const Table = ({ title, heads, children }: TableProps) => (
  <>
    <h3 className="mt-3">{title}</h3>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reached by keyboard */}
    <section className="con-table-scroll" tabIndex={0} aria-label={title}>
      <table className="con-mini con-figures whitespace-nowrap">
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  </>
);

const time = (ms: number) => formatDate(ms, 'full', 'en');

export function Orders({ finding: { order_list, orders } }: { finding: FindingDetail }) {
  return (
    <Table title={t.ordersTitle(order_list.length, orders)} heads={Object.values(t.order)}>
      {order_list.map((order) => (
        <tr key={order.id} id={`order-${order.id}`}>
          <th scope="row">{order.id}</th>
          <td>
            <UserLink id={order.user_id} />
          </td>
          <td>{t.sides[order.side]}</td>
          <td>{order.price === undefined ? MISSING : formatExact(order.price)}</td>
          <td>{order.quantity === undefined ? MISSING : formatExact(order.quantity)}</td>
          <td>{formatExact(order.filled)}</td>
          <td>
            {order.status}
            {order.cancel_reason !== undefined && ` (${order.cancel_reason})`}
          </td>
          <td>{time(order.time)}</td>
        </tr>
      ))}
    </Table>
  );
}

export function Trades({ finding: { trade_list, trades } }: { finding: FindingDetail }) {
  return (
    <Table title={t.tradesTitle(trade_list.length, trades)} heads={Object.values(t.trade)}>
      {trade_list.map((trade) => (
        <tr key={trade.id}>
          <th scope="row">{trade.id}</th>
          <td>
            <UserLink id={trade.buyer_id} />
          </td>
          <td>
            <UserLink id={trade.seller_id} />
          </td>
          <td>{formatExact(trade.price)}</td>
          <td>{formatExact(trade.quantity)}</td>
          <td>{time(trade.time)}</td>
        </tr>
      ))}
    </Table>
  );
}
