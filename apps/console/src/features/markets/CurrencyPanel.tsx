import { useMay } from '../../data/acts.ts';
import { queryClient } from '../../data/query.ts';
import { HistoryLink } from '../../parts/HistoryLink.tsx';
import { TermsPanel } from '../../terms/TermsPanel.tsx';
import { useSaveTerms } from '../../terms/use-save-terms.ts';
import { marketTexts as t } from '../../texts/markets.ts';
import type { Currency } from './columns.tsx';

const READS = ['operatorCurrencies'] as const;
const noUnits = () => ({});

export interface CurrencyPanelProps {
  /** Undefined for a new one. */
  currency: Currency | undefined;
  onClose: () => void;
}

/** One currency: its names and whether it is in use. */
export function CurrencyPanel({ currency, onClose }: CurrencyPanelProps) {
  const mayEdit = useMay('operatorSaveCurrency');
  const name = currency?.name ?? t.newCurrency;
  const { save, isSaving, refused } = useSaveTerms('operatorSaveCurrency', { name, reads: READS });
  return (
    <TermsPanel
      kind="currency"
      title={name}
      present={currency}
      unitsOf={noUnits}
      mayEdit={mayEdit}
      isSaving={isSaving}
      refused={refused}
      onClose={onClose}
      onSave={async (request) => {
        const saved = await save(request);
        if (saved === undefined) return false;
        // The public list that names currencies everywhere.
        void queryClient.invalidateQueries({ queryKey: ['currencies'] });
        if (currency === undefined) onClose();
        return true;
      }}
    >
      {currency && <HistoryLink subject={`currency ${currency.name}`} />}
    </TermsPanel>
  );
}
