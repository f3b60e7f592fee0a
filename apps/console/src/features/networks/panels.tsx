import { type ChainTerms, type ResponseOf, WAYS } from '@fairlead/contract';
import { useCurrencies } from '../../data/use-config.ts';
import { sharedTexts } from '../../parts/texts.ts';
import { TermsPanel } from '../../terms/TermsPanel.tsx';
import { type BankAccount, nameOf } from './columns.tsx';
import { networkTexts as t } from './texts.ts';

interface RecordPanelProps<Row> {
  /** Undefined for a new one. */
  row: Row | undefined;
  others: readonly Row[] | undefined;
  onClose: () => void;
}

const chainName = (chain: string): string => sharedTexts.chains[chain] ?? chain;
const chainChoices = WAYS.map((chain) => [chain, chainName(chain)] as const);

/** One way in and out of one currency. */
export function NetworkPanel({ row, others, onClose }: RecordPanelProps<ChainTerms>) {
  const currencies = useCurrencies();
  const currency = row && nameOf(currencies, row.currency_id);
  return (
    <TermsPanel
      kind="chain"
      title={row === undefined ? t.newNetwork : t.panel(currency ?? '', chainName(row.chain))}
      row={row}
      others={others}
      choices={{ chain: chainChoices }}
      subject={row && `chain ${currency}/${row.chain}`}
      onClose={onClose}
    />
  );
}

/** Where users pay by bank transfer. */
export function BankPanel({ row, others, onClose }: RecordPanelProps<BankAccount>) {
  const currencies = useCurrencies();
  const currency = row && nameOf(currencies, row.currency_id);
  return (
    <TermsPanel
      kind="bank_account"
      title={row === undefined ? t.newBank : t.bankPanel(currency ?? '')}
      row={row}
      others={others}
      subject={row && `bank_account ${currency}`}
      onClose={onClose}
    />
  );
}

export interface LimitsPanelProps {
  settings: ResponseOf<'custodySettings'>;
  onClose: () => void;
}

/** What a user may withdraw in a day, and who goes first. */
export function LimitsPanel({ settings, onClose }: LimitsPanelProps) {
  const { bank_accounts: _, ...limits } = settings;
  return (
    <TermsPanel
      kind="settings"
      title={t.limitsTitle}
      row={limits}
      subject="settings"
      onClose={onClose}
    />
  );
}
