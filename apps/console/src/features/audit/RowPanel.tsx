import type { AuditEntry } from '@fairlead/contract';
import { formatDate } from '@fairlead/ui';
import { Facts } from '../../parts/Facts.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { prettyJson } from '../../parts/pretty-json.ts';
import { auditTexts as t } from '../../texts/audit.ts';

/** One row with everything that was written down. */
export function RowPanel({ row, onClose }: { row: AuditEntry; onClose: () => void }) {
  return (
    <Panel title={t.panel(row.id)} onClose={onClose}>
      <Facts
        facts={[
          [
            t.facts.action,
            <span key="action" className="con-mono">
              {row.action}
            </span>,
          ],
          [t.facts.subject, row.subject],
          [t.facts.operator, row.operator ?? t.server],
          [t.facts.time, formatDate(row.time, 'full', 'en')],
          [t.facts.ip, row.ip],
        ]}
      />
      <hr />
      <h3>{t.detail}</h3>
      {row.detail === '{}' ? (
        <p className="text-muted">{t.noDetail}</p>
      ) : (
        <pre className="con-json">{prettyJson(row.detail)}</pre>
      )}
      <h3 className="mt-4">{t.hash}</h3>
      <p className="con-hash">{row.hash}</p>
    </Panel>
  );
}
