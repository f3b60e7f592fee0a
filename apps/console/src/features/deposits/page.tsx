import { currencyFilter, fromFilter, toFilter, userFilter } from '../../lists/filters.tsx';
import { CsvButton } from '../../queue/CsvButton.tsx';
import { Queue } from '../../queue/Queue.tsx';
import { STATUSES } from '../../queue/queues.ts';
import { columnsOf } from './columns.tsx';
import { DepositPanel } from './DepositPanel.tsx';
import { depositTexts } from './texts.ts';

/** Deposits: claims under review with priority and the oldest first, then what became of them. */
export const Page = () => (
  <Queue
    name="deposits"
    tabs={STATUSES}
    texts={depositTexts}
    tabOf={({ status }) => status}
    asks={(status) => ({ status })}
    filters={{ currency: currencyFilter, user: userFilter, from: fromFilter, to: toFilter }}
    columns={columnsOf}
    Panel={DepositPanel}
    follows
    toneOf={(row) => (row.status === 'under_review' && row.is_proof_repeated ? 'warn' : undefined)}
    actions={(status, { from, to }) => (
      <CsvButton
        request={{
          what: 'deposits',
          status,
          ...(from !== undefined && { from }),
          ...(to !== undefined && { to }),
        }}
      />
    )}
  />
);
