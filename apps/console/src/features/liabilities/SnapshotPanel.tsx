import { formatDate } from '@fairlead/ui';
import { formatExact } from '../../books/amounts.ts';
import { CopyButton } from '../../parts/CopyButton.tsx';
import { Facts } from '../../parts/Facts.tsx';
import { Panel } from '../../parts/Panel.tsx';
import type { Snapshot } from './columns.tsx';
import { liabilityTexts as t } from './texts.ts';

const Hash = ({ hash }: { hash: string }) => (
  <span>
    <span className="font-mono text-12 break-all">{hash}</span> <CopyButton text={hash} />
  </span>
);

/** One publication: its place in the chain, and every tree with total and root. */
export function SnapshotPanel({ row, onClose }: { row: Snapshot; onClose: () => void }) {
  return (
    <Panel title={t.panel(row.id)} onClose={onClose}>
      <Facts
        facts={[
          [t.facts.time, formatDate(row.time, 'full', 'en')],
          [t.facts.by, row.taken_by ?? t.schedule],
          [t.facts.sequence, row.sequence],
          [t.facts.hash, <Hash key="hash" hash={row.hash} />, 'wide'],
          [t.facts.previous, <Hash key="previous" hash={row.previous_hash} />, 'wide'],
        ]}
      />
      <hr />
      <h3>{t.trees}</h3>
      <Facts
        facts={row.trees.map(({ currency, total, leaves, root }) => [
          currency,
          <span key={currency} className="grid">
            <b>{formatExact(total)}</b>
            <span className="text-muted">{t.leaves(leaves)}</span>
            <Hash hash={root} />
          </span>,
          'wide',
        ])}
      />
    </Panel>
  );
}
