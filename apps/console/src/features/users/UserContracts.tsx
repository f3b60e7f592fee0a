import { useApi } from '@fairlead/calls';
import { Skeleton } from '@fairlead/ui';
import { Link } from 'react-router';
import { findPage, maySee } from '../../app/routes.ts';
import { formatExact, formatSignedExact } from '../../books/amounts.ts';
import { useMe } from '../../data/use-config.ts';
import { ReceiptLink } from '../../parts/cells.tsx';
import { positionTexts as t } from '../positions/texts.ts';

/** Beside a user a few are enough; the list has all. */
const SHOWN = 5;
const POLL_MS = 15_000;

/** What this user has open in futures and options, for roles that may read it. */
export function UserContracts({ id }: { id: number }) {
  const role = useMe().data?.role;
  const page = findPage('positions');
  if (role === undefined || page === undefined || !maySee(page, role)) return null;
  return <OpenContracts id={id} />;
}

function OpenContracts({ id }: { id: number }) {
  const request = { user_id: id, page: 1, limit: SHOWN };
  const held = useApi('operatorPositions', { ...request, status: 'holding' }, { pollMs: POLL_MS });
  const orders = useApi(
    'operatorOptionOrders',
    { ...request, status: 'open' },
    { pollMs: POLL_MS },
  );
  const positions = held.data?.list;
  const running = orders.data?.list;
  return (
    <>
      <hr />
      <h3>{t.ofUser}</h3>
      {(positions === undefined || running === undefined) && <Skeleton width="60%" />}
      {positions?.length === 0 && running?.length === 0 && (
        <p className="text-muted">{t.noneOfUser}</p>
      )}
      {positions !== undefined &&
        running !== undefined &&
        positions.length + running.length > 0 && (
          <table className="con-mini">
            <tbody>
              {positions.map(({ id: position, symbol, side, multiple, net_pnl, ...row }) => (
                <tr key={`position ${position}`}>
                  <th scope="row">
                    <Link className="con-link" to={`/positions?user=${id}&open=${position}`}>
                      {symbol}
                    </Link>{' '}
                    <small>{t.sideMultiple(t.sides[side], multiple)}</small>
                  </th>
                  <td>{net_pnl && formatSignedExact(net_pnl)}</td>
                  <td>
                    <ReceiptLink id={row.receipt_id} isNamed />
                  </td>
                </tr>
              ))}
              {running.map(({ id: order, symbol, direction, seconds, amount, ...row }) => (
                <tr key={`option ${order}`}>
                  <th scope="row">
                    <Link
                      className="con-link"
                      to={`/positions?tab=options&user=${id}&open=${order}`}
                    >
                      {symbol}
                    </Link>{' '}
                    <small>
                      {t.sides[direction]}, {t.seconds(seconds)}
                    </small>
                  </th>
                  <td>{formatExact(amount)}</td>
                  <td>
                    <ReceiptLink id={row.purchase_receipt_id} isNamed />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
    </>
  );
}
