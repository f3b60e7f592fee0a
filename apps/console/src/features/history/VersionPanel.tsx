import { formatDate } from '@fairlead/ui';
import { useCurrencies } from '../../data/use-config.ts';
import { Facts } from '../../parts/Facts.tsx';
import { Panel } from '../../parts/Panel.tsx';
import { prettyJson } from '../../parts/pretty-json.ts';
import { ChangeList } from '../../terms/ChangeList.tsx';
import { historyTexts as t } from '../../texts/history.ts';
import { subjectWords, type Version, versionChanges } from './model.ts';

/** One version: who, when, and every field that changed. */
export function VersionPanel({ row, onClose }: { row: Version; onClose: () => void }) {
  const currencies = useCurrencies();
  const changes = versionChanges(row, currencies);
  return (
    <Panel title={t.panel(row.id)} onClose={onClose}>
      <Facts
        facts={[
          [t.facts.subject, subjectWords(row.subject)],
          [t.facts.by, row.operator ?? t.server],
          [t.facts.time, formatDate(row.time, 'full', 'en')],
        ]}
      />
      <hr />
      <h3>{changes === undefined ? t.raw : t.changes}</h3>
      {changes === undefined ? (
        <pre className="con-json">{prettyJson(row.after)}</pre>
      ) : (
        <ChangeList changes={changes} isPlain />
      )}
    </Panel>
  );
}
