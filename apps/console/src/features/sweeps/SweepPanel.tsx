import type { SweepView } from '@fairlead/contract';
import { Address, formatDate, Note } from '@fairlead/ui';
import { formatMoney } from '../../books/amounts.ts';
import { Transaction } from '../../parts/CopyButton.tsx';
import { Facts } from '../../parts/Facts.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { StateBadge } from './columns.tsx';
import { sweepTexts as t } from './texts.ts';

const COINS: Readonly<Record<string, string>> = { ERC20: 'ETH', OMNI: 'BTC', TRC20: 'TRX' };

/** One sweep as its signer told of it. */
export function SweepPanel({ row, onClose }: { row: SweepView; onClose: () => void }) {
  const { id, state, to, address, amount, currency, fee, chain, sources, reason } = row;
  return (
    <Panel title={t.panel(id)} badge={<StateBadge state={state} />} onClose={onClose}>
      {!row.is_own && <Note kind="bad">{t.notOwn}</Note>}
      <Address className="my-4" value={address} />
      <Facts
        facts={[
          [t.facts.amount, formatMoney(amount, currency)],
          [t.facts.to, t.to[to]],
          [t.facts.from, t.sources(sources)],
          [t.facts.fee, formatMoney(fee, COINS[chain] ?? '')],
          [t.facts.changed, formatDate(row.changed_at, 'full', 'en')],
          ...(reason === undefined ? [] : [[t.facts.reason, reason, 'wide'] as const]),
        ]}
      />
      <Transaction id={row.tx_id} />
    </Panel>
  );
}
