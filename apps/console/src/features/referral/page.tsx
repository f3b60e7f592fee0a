import { useApi } from '@fairlead/calls';
import type { ResponseOf } from '@fairlead/contract';
import { Link } from 'react-router';
import { formatMoney } from '../../books/amounts.ts';
import { ListPage, listed } from '../../lists/ListPage.tsx';
import { tabsOf } from '../../lists/TabBar.tsx';
import { useFilters } from '../../lists/use-filters.ts';
import { useRecord } from '../../lists/use-record.ts';
import { Facts } from '../../parts/Facts.tsx';
import { TermsPanel } from '../../terms/TermsPanel.tsx';
import { levelColumns, partnerColumns } from './columns.tsx';
import { PartnerPanel } from './PartnerPanel.tsx';
import { referralTexts as t } from './texts.ts';

const DEFAULTS = { tab: '' } as const;
const PAGE_LIMIT = 50;
const POLL_MS = 15_000;
/** The levels are one record, whichever of them is opened. */
const LEVELS = 1;

/** What inviters get, what it comes to, and who has a share of their own. */
export function Page() {
  const filters = useFilters(DEFAULTS);
  const tabs = tabsOf(['levels', 'partners'], filters, t);
  const isLevels = tabs.value === 'levels';
  const record = useRecord();
  const { close } = record;
  const query = useApi('operatorReferral', {}, { pollMs: POLL_MS });
  const partners = useApi(
    'partners',
    { page: filters.page, limit: PAGE_LIMIT },
    { keepPrevious: true, pollMs: POLL_MS, enabled: !isLevels },
  );
  const levels = query.data?.levels;
  const lists = {
    levels: listed({
      label: t.levelsTitle,
      columns: levelColumns,
      query: { ...query, data: levels?.map((level, index) => ({ ...level, place: index + 1 })) },
      rowId: ({ place }) => place,
      empty: t.emptyLevels,
      panel: (row) =>
        levels && (
          <TermsPanel
            kind="referral"
            title={t.levelsTitle}
            row={levels.length === 0 ? undefined : { levels }}
            subject="referral"
            startsEditing={row === undefined}
            onClose={close}
          />
        ),
    }),
    partners: listed({
      label: t.tabs.partners,
      columns: partnerColumns,
      query: partners,
      rowId: ({ user_id }) => user_id,
      empty: t.emptyPartners,
      onPage: filters.setPage,
      panel: (row) => <PartnerPanel row={row} onClose={close} />,
    }),
  };
  const opened = record.openId !== undefined && isLevels ? { openId: LEVELS } : {};
  return (
    <ListPage
      title={t.title}
      sub={t.sub}
      tabs={tabs}
      record={{ ...record, ...opened }}
      add={
        isLevels
          ? { act: 'operatorSaveReferral', label: t.propose }
          : { act: 'savePartner', label: t.newPartner }
      }
      className={isLevels ? 'mt-3' : ''}
      list={lists[tabs.value]}
    >
      {isLevels && query.data && <Sums data={query.data} />}
    </ListPage>
  );
}

/** How many invite, whom, and what they will be paid. */
function Sums({ data }: { data: ResponseOf<'operatorReferral'> }) {
  const { inviters, invitees, pending } = data;
  return (
    <section className="con-block mt-4" aria-label={t.sums}>
      <Facts
        facts={[
          [t.facts.inviters, inviters.toLocaleString('en')],
          [t.facts.invitees, invitees.toLocaleString('en')],
          [
            t.facts.pending,
            pending.length === 0
              ? t.nothingPending
              : pending.map(({ amount, currency }) => formatMoney(amount, currency)).join(', '),
          ],
        ]}
      />
      <p className="con-links mt-4">
        <Link to="/ledger?reason=rebate_payout">{t.links.rebates}</Link>
        <Link to="/ledger?account=house:referral_rebates">{t.links.account}</Link>
      </p>
    </section>
  );
}
