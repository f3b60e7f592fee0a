import { choiceFilter, userFilter } from '../../lists/filters.tsx';
import { Queue } from '../../queue/Queue.tsx';
import { STATUSES } from '../../queue/queues.ts';
import { columnsOf } from './columns.tsx';
import { verificationTexts as t } from './texts.ts';
import { VerificationPanel } from './VerificationPanel.tsx';

/** Verifications: those under review the oldest first. A record opens by Enter or a click, never by passing by. */
export const Page = () => (
  <Queue
    name="verifications"
    tabs={STATUSES}
    texts={t}
    tabOf={({ status }) => status}
    asks={(status) => ({ status })}
    filters={{
      level: choiceFilter('level', t.level, t.levels, ['basic', 'advanced']),
      user: userFilter,
    }}
    columns={columnsOf}
    Panel={VerificationPanel}
    follows={false}
  />
);
