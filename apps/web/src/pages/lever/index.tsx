import { lazy, Suspense } from 'react';
import { useNavigate } from 'react-router';
import { loginTarget } from '../../app/guard.ts';
import { href } from '../../app/navigation.ts';
import { useContract, useContractSymbol } from '../../data/markets/use-contract.ts';
import { ContractScreen } from '../../features/contracts/ContractScreen.tsx';
import { FuturesDesk } from '../../features/futures/FuturesDesk.tsx';
import { PositionLists } from '../../features/futures/positions/PositionLists.tsx';

/** In a terminal only. */
const IndexChart = lazy(async () => ({
  default: (await import('../../features/chart/IndexChart.tsx')).IndexChart,
}));

export function Page() {
  const symbol = useContractSymbol('futures');
  return <FuturesPage key={symbol} symbol={symbol} />;
}

/** Futures: a ticket, and below it what is open, waits and was. */
function FuturesPage({ symbol }: { symbol: string }) {
  const navigate = useNavigate();
  const contract = useContract(symbol);
  const logIn = loginTarget(`/${href('pages/lever/index', { symbol }).slice(2)}`);
  return (
    <ContractScreen
      product="futures"
      contract={contract}
      chart={(height) => (
        <Suspense fallback={null}>
          <IndexChart contract={contract} fullHeight={height} />
        </Suspense>
      )}
      desk={<FuturesDesk contract={contract} onLogIn={() => navigate(logIn)} />}
    >
      <PositionLists logInHref={`#${logIn}`} />
    </ContractScreen>
  );
}
