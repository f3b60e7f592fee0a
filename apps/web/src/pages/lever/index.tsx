import { lazy, Suspense } from 'react';
import { useNavigate } from 'react-router';
import { loginTarget } from '../../app/guard.ts';
import { useLayout } from '../../app/layout.ts';
import { href } from '../../app/navigation.ts';
import { decimalsOf } from '../../data/markets/market-rules.ts';
import { type Contract, useContract, useContractSymbol } from '../../data/markets/use-contract.ts';
import { FoldedChart } from '../../features/chart/FoldedChart.tsx';
import { ContractScreen } from '../../features/contracts/ContractScreen.tsx';
import { useContractGrid } from '../../features/contracts/use-contract-grid.ts';
import { FuturesDesk } from '../../features/futures/FuturesDesk.tsx';
import { PositionLists } from '../../features/futures/positions/PositionLists.tsx';
import { useChartActs } from '../trade/parts/use-chart-acts.tsx';

/** In a terminal only. */
const IndexChart = lazy(async () => ({
  default: (await import('../../features/chart/IndexChart.tsx')).IndexChart,
}));

/** Futures: a ticket, and below it what is open, waits and was. Charts of other markets stay when this one changes. */
export function Page() {
  const symbol = useContractSymbol('futures');
  const navigate = useNavigate();
  const contract = useContract(symbol);
  const grid = useContractGrid('futures');
  const { acts, sheets } = useChartActs(symbol, contract.market, 'futures');
  const logIn = loginTarget(`/${href('pages/lever/index', { symbol }).slice(2)}`);
  return (
    <ContractScreen
      product="futures"
      contract={contract}
      chart={(height) => (
        <Suspense fallback={null}>
          {sheets}
          <IndexChart contract={contract} fullHeight={height} grid={grid} acts={acts} />
        </Suspense>
      )}
      desk={
        <>
          <FuturesChart key={`chart ${symbol}`} contract={contract} />
          <FuturesDesk key={symbol} contract={contract} onLogIn={() => navigate(logIn)} />
        </>
      }
    >
      <PositionLists logInHref={`#${logIn}`} />
    </ContractScreen>
  );
}

/** The index, at which positions open, trigger and close; in a terminal it has a panel. */
function FuturesChart({ contract }: { contract: Contract }) {
  const { symbol, market, isStale } = contract;
  const layout = useLayout();
  const { acts, sheets } = useChartActs(symbol, market, 'futures');
  if (layout === 'terminal') return null;
  return (
    <>
      {sheets}
      <FoldedChart
        acts={acts}
        symbol={symbol}
        priceDecimals={decimalsOf(market?.tick_size ?? '0.01')}
        lotDecimals={decimalsOf(market?.lot_size ?? '0.0001')}
        isStale={isStale}
        only="index"
        isOpenAtFirst={layout === 'desk'}
      />
    </>
  );
}
