import { formatExact } from '../../books/amounts.ts';
import { serverNow } from '../../data/use-config.ts';
import { currencyFilter, fromFilter, toFilter, userFilter } from '../../lists/filters.tsx';
import { CsvButton } from '../../queue/CsvButton.tsx';
import { Queue } from '../../queue/Queue.tsx';
import { columnsOf, durationOf, promisedHours } from './columns.tsx';
import { countOf, sumOfValues, TAB_NAMES, TABS, tabOf, urgencyOf } from './tabs.ts';
import { withdrawalTexts as t } from './texts.ts';
import { WithdrawalPanel } from './WithdrawalPanel.tsx';

const TONES = { calm: undefined, late: 'warn', overdue: 'bad' } as const;

/** Withdrawals: those under review by time left, then what became of them. */
export const Page = () => (
  <Queue
    name="withdrawals"
    tabs={TAB_NAMES}
    texts={t}
    tabOf={tabOf}
    asks={(tab) => TABS[tab]}
    filters={{ currency: currencyFilter, user: userFilter, from: fromFilter, to: toFilter }}
    columns={columnsOf}
    Panel={WithdrawalPanel}
    follows
    countOf={(tab, counts) => countOf(tab, counts) || undefined}
    toneOf={(row) => TONES[urgencyOf(row, serverNow())]}
    // Only where all are on this page.
    sumOf={({ list, total }) => {
      const sum = list.length === total && total > 0 ? sumOfValues(list) : undefined;
      return sum === undefined ? undefined : formatExact(sum);
    }}
    ageOf={(ms, row) => t.ofHours(durationOf(ms), promisedHours(row))}
    actions={(tab, { from, to }) => (
      <CsvButton
        request={{
          what: 'withdrawals',
          status: TABS[tab].status,
          ...(from !== undefined && { from }),
          ...(to !== undefined && { to }),
        }}
      />
    )}
  />
);
