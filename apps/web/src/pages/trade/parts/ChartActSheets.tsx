import { useApi } from '@fairlead/calls';
import type { Quotation } from '@fairlead/contract';
import { useLocation, useNavigate } from 'react-router';
import { loginTarget } from '../../../app/guard.ts';
import { href } from '../../../app/navigation.ts';
import { useIsLoggedIn } from '../../../data/account/session.ts';
import { wishTicket } from '../../../data/ticket-wish.ts';
import {
  AtPriceSheet,
  type PointedProduct,
  type PriceIntent,
} from '../../../features/chart/acts/AtPriceSheet.tsx';
import { AlertSheet } from '../../../features/notifications/AlertSheet.tsx';
import { LazyAmendSheet } from '../../../features/orders/amend/LazyAmend.tsx';

/** What was begun: a price pointed at, an alert there, an order that was put there. */
export type ChartAct =
  /** Undefined begins at the last price. */
  | { readonly kind: 'point'; readonly price: string | undefined }
  | { readonly kind: 'alert'; readonly price: string }
  | { readonly kind: 'move'; readonly orderId: string; readonly price: string };

export interface ChartActSheetsProps {
  product: PointedProduct;
  symbol: string;
  market: Quotation;
  act: ChartAct;
  onAct: (act: ChartAct | undefined) => void;
}

/** The question that belongs to what was begun. An order is filled into the ticket, never placed from here. */
export function ChartActSheets({ product, symbol, market, act, onAct }: ChartActSheetsProps) {
  const close = () => onAct(undefined);
  const begin = useBegin(product, symbol, onAct);
  switch (act.kind) {
    case 'point':
      return (
        <AtPriceSheet
          product={product}
          symbol={symbol}
          price={act.price}
          last={product === 'spot' ? (market.last_price ?? market.index_price) : market.index_price}
          tick={market.tick_size}
          onChoose={begin}
          onClose={close}
        />
      );
    case 'alert':
      return <AlertSheet open onClose={close} symbol={symbol} price={act.price} />;
    case 'move':
      return <MovedOrder symbol={symbol} act={act} onClose={close} />;
  }
}

const TICKETS = { spot: 'pages/trade/spot', futures: 'pages/lever/index' } as const;

function useBegin(
  product: PointedProduct,
  symbol: string,
  onAct: (act: ChartAct | undefined) => void,
) {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const isLoggedIn = useIsLoggedIn();
  return (intent: PriceIntent) => {
    const { kind, price } = intent;
    if (kind === 'alert') {
      onAct(isLoggedIn ? { kind, price } : undefined);
      if (!isLoggedIn) navigate(loginTarget(`${pathname}${search}`));
      return;
    }
    onAct(undefined);
    if (product === 'options') return;
    wishTicket({ product, symbol, ...intent });
    const ticket = href(TICKETS[product], { symbol }).slice(1);
    if (!ticket.startsWith(pathname)) navigate(ticket);
  };
}

interface MovedOrderProps {
  symbol: string;
  act: Extract<ChartAct, { kind: 'move' }>;
  onClose: () => void;
}

/** Asks as the list of orders does, so the same answer serves both. One that is filled meanwhile is asked nothing of. */
function MovedOrder({ symbol, act, onClose }: MovedOrderProps) {
  const page = { symbol, status: 'waiting', page: 1, limit: 100 } as const;
  const orders = useApi('orders', page, { keepPrevious: true }).data?.list;
  const order = orders?.find(({ id }) => String(id) === act.orderId);
  return <LazyAmendSheet order={order} price={act.price} onClose={onClose} />;
}
