import { Button, toast } from '@fairlead/ui';
import { useState } from 'react';
import { useShortcuts } from '../../app/shortcuts.ts';
import { useMay } from '../../data/acts.ts';
import { useAction } from '../../data/use-action.ts';
import { useCurrencies } from '../../data/use-config.ts';
import { HistoryLink } from '../../parts/HistoryLink.tsx';
import { marketStateBadge } from '../../parts/MarketState.tsx';
import { ReasonForm } from '../../queue/ReasonForm.tsx';
import { TermsPanel } from '../../terms/TermsPanel.tsx';
import { unitsOf } from '../../terms/units.ts';
import { useSaveTerms } from '../../terms/use-save-terms.ts';
import { marketTexts as t } from '../../texts/markets.ts';
import { termTexts } from '../../texts/terms.ts';
import type { Market } from './columns.tsx';

const READS = ['operatorMarkets'] as const;
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
  onClose: () => void;
}

/** One market: its terms, and halting, resuming or closing it. */
export function MarketPanel({ market, onClose }: MarketPanelProps) {
  const currencies = useCurrencies();
  const mayEdit = useMay('operatorSaveMarket');
  const name = market?.symbol ?? t.newMarket;
  const { save, isSaving, refused } = useSaveTerms('operatorSaveMarket', { name, reads: READS });
  const [act, setAct] = useState<Act>();
  const symbol = market?.symbol ?? '';
  return (
    <TermsPanel
      kind="market"
      title={name}
      badge={market && marketStateBadge(market.state)}
      present={market && recordOf(market)}
      unitsOf={(form) => unitsOf(market === undefined ? form : { symbol }, currencies)}
      mayEdit={mayEdit}
      isSaving={isSaving}
      refused={refused}
      onClose={onClose}
      onSave={async (request) => {
        // The state has its own act with a reason; a new market begins halted.
        const fixed =
          market?.market_id === undefined
            ? { state: 'halted' as const }
            : { state: market.state, market_id: market.market_id };
        const saved = await save({ ...request, ...fixed });
        if (saved !== undefined && market === undefined) onClose();
        return saved !== undefined;
      }}
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
      {market && <HistoryLink subject={`market ${market.symbol}`} />}
    </TermsPanel>
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
    invalidates: [...READS, 'system', 'proposals', 'queueCounts'],
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
