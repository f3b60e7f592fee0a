import type { ChainTerms, ResponseOf } from '@fairlead/contract';
import { useMay } from '../../data/acts.ts';
import { useCurrencies } from '../../data/use-config.ts';
import { HistoryLink } from '../../parts/HistoryLink.tsx';
import { TermsPanel } from '../../terms/TermsPanel.tsx';
import { unitsOf } from '../../terms/units.ts';
import { useSaveTerms } from '../../terms/use-save-terms.ts';
import { networkTexts as t } from '../../texts/networks.ts';
import { sharedTexts } from '../../texts/shared.ts';
import { type BankAccount, CHAINS, type Currencies, nameOf } from './columns.tsx';

interface RecordPanelProps<Row> {
  /** Undefined for a new one. */
  row: Row | undefined;
  onClose: () => void;
}

const currencyChoices = (currencies: Currencies) =>
  [...(currencies?.values() ?? [])].map(
    ({ currency_id, name }) => [String(currency_id), name] as const,
  );
const chainChoices = CHAINS.map((chain) => [chain, sharedTexts.chains[chain] ?? chain] as const);

/** One way in and out of one currency. */
export function NetworkPanel({ row, onClose }: RecordPanelProps<ChainTerms>) {
  const currencies = useCurrencies();
  const mayEdit = useMay('saveChainTerms');
  const currency = row && nameOf(currencies, row.currency_id);
  const name =
    row === undefined
      ? t.newNetwork
      : t.panel(currency ?? '', sharedTexts.chains[row.chain] ?? row.chain);
  const { save, isSaving, refused } = useSaveTerms('saveChainTerms', {
    name,
    reads: ['chainTerms'],
  });
  return (
    <TermsPanel
      kind="chain"
      title={name}
      present={row}
      unitsOf={(form) => unitsOf(form, currencies)}
      choices={{ currency_id: currencyChoices(currencies), chain: chainChoices }}
      mayEdit={mayEdit}
      isSaving={isSaving}
      refused={refused}
      onClose={onClose}
      onSave={async (request) => {
        const saved = await save(request);
        if (saved !== undefined && row === undefined) onClose();
        return saved !== undefined;
      }}
    >
      {row && <HistoryLink subject={`chain ${currency}/${row.chain}`} />}
    </TermsPanel>
  );
}

/** Where users pay by bank transfer. */
export function BankPanel({ row, onClose }: RecordPanelProps<BankAccount>) {
  const currencies = useCurrencies();
  const mayEdit = useMay('saveBankAccount');
  const currency = row && nameOf(currencies, row.currency_id);
  const name = row === undefined ? t.newBank : t.bankPanel(currency ?? '');
  const { save, isSaving, refused } = useSaveTerms('saveBankAccount', {
    name,
    reads: ['custodySettings'],
  });
  return (
    <TermsPanel
      kind="bank_account"
      title={name}
      present={row}
      unitsOf={(form) => unitsOf(form, currencies)}
      choices={{ currency_id: currencyChoices(currencies) }}
      mayEdit={mayEdit}
      isSaving={isSaving}
      refused={refused}
      onClose={onClose}
      onSave={async (request) => {
        const saved = await save(request);
        if (saved !== undefined && row === undefined) onClose();
        return saved !== undefined;
      }}
    >
      {row && <HistoryLink subject={`bank_account ${currency}`} />}
    </TermsPanel>
  );
}

export interface LimitsPanelProps {
  settings: ResponseOf<'custodySettings'>;
  onClose: () => void;
}

/** What a user may withdraw in a day, and who goes first. */
export function LimitsPanel({ settings, onClose }: LimitsPanelProps) {
  const mayEdit = useMay('saveCustodySettings');
  const { save, isSaving, refused } = useSaveTerms('saveCustodySettings', {
    name: t.limitsTitle,
    reads: ['custodySettings'],
  });
  const { bank_accounts: _, ...present } = settings;
  return (
    <TermsPanel
      kind="settings"
      title={t.limitsTitle}
      present={present}
      unitsOf={noUnits}
      mayEdit={mayEdit}
      isSaving={isSaving}
      refused={refused}
      onClose={onClose}
      onSave={async (request) => (await save(request)) !== undefined}
    >
      <HistoryLink subject="settings" />
    </TermsPanel>
  );
}

const noUnits = () => ({});
