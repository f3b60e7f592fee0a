import { useAction, useApi } from '@fairlead/calls';
import { Badge, Button, toast } from '@fairlead/ui';
import { SECOND_MS } from '@fairlead/units';
import { useState } from 'react';
import { formatExact } from '../../books/amounts.ts';
import { serverNow } from '../../data/use-config.ts';
import { Facts } from '../../parts/Facts.tsx';
import { useShortcuts } from '../../parts/shortcuts.ts';
import { ReasonForm } from '../../queue/ReasonForm.tsx';
import { marketStateBadge } from '../../terms/MarketState.tsx';
import { TermsPanel } from '../../terms/TermsPanel.tsx';
import { termTexts } from '../../terms/texts.ts';
import type { Market } from './columns.tsx';
import { marketTexts as t } from './texts.ts';

type Act = keyof typeof t.acts;
const STATE_AFTER = { halt: 'halted', resume: 'open', close: 'closed' } as const;
const ACTS: Readonly<Record<Market['state'], readonly Act[]>> = {
  open: ['halt', 'close'],
  halted: ['resume', 'close'],
  closed: ['resume'],
};

export interface MarketPanelProps {
  /** Undefined for a new one. */
  market: Market | undefined;
  markets: readonly Market[] | undefined;
  onClose: () => void;
}

/** One market: its terms, and halting, resuming or closing it. */
export function MarketPanel({ market, markets, onClose }: MarketPanelProps) {
  const [act, setAct] = useState<Act>();
  return (
    <TermsPanel
      kind="market"
      title={market?.symbol ?? t.newMarket}
      badge={market && marketStateBadge(market.state)}
      row={market && recordOf(market)}
      others={markets}
      subject={market && `market ${market.symbol}`}
      onClose={onClose}
      // The state has its own act with a reason; a new market begins halted.
      asSent={(terms) => ({
        ...terms,
        ...(market?.market_id === undefined
          ? { state: 'halted' as const }
          : { state: market.state, market_id: market.market_id }),
      })}
      acts={
        market && (
          <div className={ACTS[market.state].length > 1 ? 'con-two' : 'grid'}>
            {ACTS[market.state].map((each) => (
              <Button
                key={each}
                size={44}
                variant={each === 'resume' ? 'main' : 'danger'}
                onClick={() => setAct(each)}
              >
                {t.acts[each]}
              </Button>
            ))}
          </div>
        )
      }
      foot={
        market && act && <StateForm market={market} act={act} onBack={() => setAct(undefined)} />
      }
    >
      {market && <IndexNow symbol={market.symbol} />}
    </TermsPanel>
  );
}

const POLL_MS = 4_000;

/** What a market is resumed by: its index, and how old that is. */
function IndexNow({ symbol }: { symbol: string }) {
  const { data } = useApi('quotations', {}, { pollMs: POLL_MS });
  if (data === undefined) return null;
  const quotation = data.find((each) => each.symbol === symbol);
  const { index_price: price, index_time: time } = quotation ?? {};
  const isFresh = quotation !== undefined && !quotation.is_stale;
  const ageSeconds = time && Math.max(0, Math.round((serverNow() - time) / SECOND_MS));
  return (
    <section className="mt-4" aria-label={t.index.title}>
      <h3>{t.index.title}</h3>
      <Facts
        facts={[
          [t.index.price, price && formatExact(price)],
          [
            t.index.age,
            <Badge key="age" kind={isFresh ? 'good' : 'wait'}>
              {isFresh ? t.index.fresh(ageSeconds) : t.index.stale(ageSeconds)}
            </Badge>,
          ],
        ]}
      />
    </section>
  );
}

/** Without what is not a term. */
function recordOf({ market_id: _, state: __, ...terms }: Market) {
  return terms;
}

interface StateFormProps {
  market: Market;
  act: Act;
  onBack: () => void;
}

function StateForm({ market: { symbol, state: present }, act, onBack }: StateFormProps) {
  const { run, isRunning } = useAction('operatorHalt', {
    invalidates: ['operatorMarkets', 'system', 'proposals', 'queueCounts'],
    onSuccess: ({ state, proposal_id }) => {
      toast({
        text: proposal_id === undefined ? t.done[state](symbol) : termTexts.proposed(proposal_id),
      });
      onBack();
    },
  });
  useShortcuts({ Escape: onBack });
  return (
    <ReasonForm
      submitLabel={t.actTitle[act](symbol)}
      hint={present === 'closed' ? t.openHint : t.actHint[act]}
      isDanger={act !== 'resume'}
      isBusy={isRunning}
      onBack={onBack}
      onSubmit={(reason) => run({ symbol, state: STATE_AFTER[act], reason })}
    />
  );
}
