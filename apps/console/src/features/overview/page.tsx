import { Loaded, LoadingRows, useApi } from '@fairlead/calls';
import type { ResponseOf } from '@fairlead/contract';
import { formatDate, Icon } from '@fairlead/ui';
import { MINUTE_MS } from '@fairlead/units';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { findPage, maySee } from '../../app/routes.ts';
import { formatBalance, sumOf } from '../../books/amounts.ts';
import { useMe } from '../../data/use-config.ts';
import { PageFrame } from '../../parts/PageFrame.tsx';
import { sharedTexts } from '../../parts/texts.ts';
import { overviewTexts as t } from './texts.ts';

type Overview = ResponseOf<'operatorOverview'>;
type Row = Overview['queues'][number];

const POLL_MS = 10_000;

/** Where each queue is worked at. */
const QUEUES: Readonly<Record<Row['queue'], string>> = {
  withdrawals: '/withdrawals',
  to_send: '/withdrawals?tab=to_send',
  unknown_sends: '/withdrawals?tab=unknown',
  deposits: '/deposits',
  verifications: '/verifications',
  subscriptions: '/subscriptions',
  proposals: '/proposals',
  chats: '/chats',
};

/** The desk at a glance: what waits and since when, what was traded and what the house kept. */
export function Page() {
  const query = useApi('operatorOverview', {}, { pollMs: POLL_MS });
  const { data } = query;
  return (
    <PageFrame
      title={t.title}
      sub={data === undefined ? '\u00a0' : t.sub(formatDate(data.time, 'time', 'en'))}
    >
      <Loaded query={query} loading={<LoadingRows count={8} mark={false} />} failed={t.failed}>
        {(overview) => (
          <>
            <Missing overview={overview} />
            <div className="con-blocks">
              <div>
                <Queues overview={overview} />
                <Fees overview={overview} />
              </div>
              <div>
                <Volume overview={overview} />
                <Moved overview={overview} />
              </div>
            </div>
          </>
        )}
      </Loaded>
    </PageFrame>
  );
}

/** What could not be asked, before any sum. */
function Missing({ overview: { missing = [] } }: { overview: Overview }) {
  if (missing.length === 0) return null;
  return (
    <p className="con-late mb-3" role="status">
      <Icon name="warn" size={16} />
      {t.missing(missing.map((product) => t.products[product]).join(', '))}
    </p>
  );
}

function Queues({ overview: { queues, time } }: { overview: Overview }) {
  return (
    <section className="con-block" aria-labelledby="overview-queues">
      <h2 id="overview-queues">{t.queues}</h2>
      <div className="overflow-x-auto">
        <table className="con-mini con-overview">
          <thead>
            <tr>
              <th scope="col">{t.queue}</th>
              <th scope="col">{t.waiting}</th>
              <th scope="col">{t.oldest}</th>
            </tr>
          </thead>
          <tbody>
            {queues.map((row) => (
              <tr key={row.queue}>
                <th scope="row">
                  <QueueName queue={row.queue} />
                </th>
                <td>
                  {row.count === 0 ? <span className="text-muted">{t.none}</span> : row.count}
                </td>
                <td>
                  <Age row={row} now={time} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** A link for whoever may work there. */
function QueueName({ queue }: { queue: Row['queue'] }) {
  const role = useMe().data?.role;
  const to = QUEUES[queue];
  const page = findPage(to.replace(/\?.*/, ''));
  if (page === undefined || role === undefined || !maySee(page, role)) return t.names[queue];
  return (
    <Link className="con-link" to={to}>
      {t.names[queue]}
    </Link>
  );
}

function Age({ row: { is_late, oldest_at }, now }: { row: Row; now: number }) {
  if (oldest_at === undefined) return null;
  const age = Math.max(0, now - oldest_at);
  const text = sharedTexts.duration(Math.floor(age / MINUTE_MS));
  if (!is_late) return <span className="text-muted">{text}</span>;
  return (
    <span className="con-late">
      <Icon name="warn" size={16} />
      {t.late(text)}
    </span>
  );
}

/** Sums of the day and of the week, line by line. */
function Sums({ id, title, rows, children }: SumsProps) {
  return (
    <section className="con-block" aria-labelledby={`overview-${id}`}>
      <h2 id={`overview-${id}`}>{title}</h2>
      <div className="overflow-x-auto">
        <table className="con-mini con-overview">
          <thead>
            <tr>
              <th scope="col">{t.what}</th>
              <th scope="col">{t.today}</th>
              <th scope="col">{t.week}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, sums, part }) => (
              <tr key={name} data-part={part}>
                <th scope="row">{name}</th>
                <td>{sums === undefined ? t.unknown : formatBalance(sums.today)}</td>
                <td>{sums === undefined ? t.unknown : formatBalance(sums.week)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {children}
    </section>
  );
}

interface SumsProps {
  id: string;
  title: string;
  rows: readonly {
    readonly name: string;
    /** Undefined of a product that could not be asked. */
    readonly sums: Overview['fees'] | undefined;
    /** Of the sum above it. */
    readonly part?: true;
  }[];
  children?: ReactNode;
}

function Volume({ overview }: { overview: Overview }) {
  const { spot_traded, futures_traded, options_bought, missing = [] } = overview;
  const known = (product: (typeof missing)[number], sums: Overview['fees']) =>
    missing.includes(product) ? undefined : sums;
  const rows = [
    { name: t.traded, sums: spot_traded },
    { name: t.futures, sums: known('futures', futures_traded) },
    { name: t.options, sums: known('options', options_bought) },
  ];
  return <Sums id="volume" title={t.volume} rows={rows} />;
}

function Fees({ overview: { fees, fees_by_reason } }: { overview: Overview }) {
  const parts = fees_by_reason.map(({ reason, ...sums }) => ({
    name: t.reasons[reason] ?? reason,
    sums,
    part: true as const,
  }));
  return (
    <Sums id="fees" title={t.revenue} rows={[{ name: t.fees, sums: fees }, ...parts]}>
      <p className="mt-3 text-12 text-muted">
        {t.results}{' '}
        <Link className="con-link" to="/exposure">
          {t.exposure}
        </Link>
      </p>
    </Sums>
  );
}

function Moved({ overview }: { overview: Overview }) {
  const { deposited, withdrawn, unpriced, counted_since } = overview;
  const net = (when: 'today' | 'week') =>
    sumOf([deposited[when], `-${withdrawn[when]}`.replace(/^--/, '')]) ?? '0';
  const rows = [
    { name: t.deposited, sums: deposited },
    { name: t.withdrawn, sums: withdrawn },
    { name: t.net, sums: { today: net('today'), week: net('week') } },
  ];
  return (
    <Sums id="moved" title={t.moved} rows={rows}>
      <p className="mt-3 text-12 text-muted">
        {t.unit} {unpriced.length > 0 && `${t.unpriced(unpriced.join(', '))} `}
        {counted_since === undefined
          ? t.notYet
          : t.since(formatDate(counted_since, 'dayMinute', 'en'))}
      </p>
    </Sums>
  );
}
