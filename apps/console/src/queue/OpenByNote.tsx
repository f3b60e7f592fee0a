import { formatDate, Note } from '@fairlead/ui';
import { queueTexts as t } from '../texts/queue.ts';
import type { OpenBy } from './use-lease.ts';

/** Somebody else has the record open. */
export function OpenByNote({ openBy, me }: { openBy: OpenBy | undefined; me: number | undefined }) {
  if (openBy === undefined || openBy.operator_id === me) return null;
  return (
    <Note kind="warn" className="mb-4">
      {t.openBy(openBy.operator, formatDate(openBy.since, 'minute', 'en'))}
    </Note>
  );
}
