import { href } from '../../app/navigation.ts';
import { isOffered } from '../../data/products.ts';
import { useConfig } from '../../data/use-config.ts';
import { useContract, useContractSymbol } from '../../data/use-contract.ts';
import { ContractScreen } from '../../features/contracts/ContractScreen.tsx';
import { ClosedDesk } from '../../features/options/ClosedDesk.tsx';
import { DeskLoading } from '../../features/options/DeskLoading.tsx';
import { OptionDesk } from '../../features/options/OptionDesk.tsx';
import { Settled } from '../../features/options/Settled.tsx';
import { StillRunning } from '../../features/options/StillRunning.tsx';

export function Page() {
  const symbol = useContractSymbol('options');
  return <OptionsPage key={symbol} symbol={symbol} />;
}

/** Tab 3: options on the index of a market. */
function OptionsPage({ symbol }: { symbol: string }) {
  const contract = useContract(symbol);
  const isSold = useConfig().data?.options !== false;
  const { market, index, isStale } = contract;
  const hasDesk = isSold && (market === undefined || isOffered('options', market));
  return (
    <ContractScreen
      product="options"
      contract={contract}
      historyHref={href('pages/option/orders', { status: 'settled' })}
      closed={isSold ? undefined : <ClosedDesk />}
      desk={
        market === undefined ? (
          <DeskLoading />
        ) : (
          <OptionDesk market={market} price={index.price} isStale={isStale} />
        )
      }
    >
      {!hasDesk && <StillRunning symbol={symbol} isStale={isStale} />}
      <Settled symbol={symbol} />
    </ContractScreen>
  );
}
