import { Loaded } from '@fairlead/calls';
import type { ApiError } from '@fairlead/client';
import { formatDate, Icon, Note, SkeletonRows } from '@fairlead/ui';
import { useQuery } from '@tanstack/react-query';
import { callApi } from '../../data/api.ts';
import { StatusBadge } from '../../parts/cells.tsx';
import { countryName } from '../../parts/country.ts';
import { type Fact, Facts } from '../../parts/Facts.tsx';
import { PictureFrame } from '../../parts/PictureFrame.tsx';
import { Background } from '../../queue/Background.tsx';
import { useReviewer } from '../../queue/queues.ts';
import { RecordPanel } from '../../queue/RecordPanel.tsx';
import type { OpenQueue } from '../../queue/use-queue.ts';
import type { Detail, Row } from './columns.tsx';
import { RevokeActs } from './RevokeActs.tsx';
import { verificationTexts as t } from './texts.ts';
import { decidedBy, VerificationActs } from './VerificationActs.tsx';

/** One person's verification: photos beside the fields. Opened by a key or a click only, because each look is audited. */
export function VerificationPanel({ row: listed, queue }: { row: Row; queue: OpenQueue<Row> }) {
  const { mayDecide } = useReviewer();
  const detail = useDetail(listed.id, mayDecide);
  return (
    <RecordPanel
      name="verifications"
      row={listed}
      queue={queue}
      title={t.panel(listed.id)}
      badge={({ status }) => <StatusBadge status={status} />}
      isWide={listed.level === 'advanced'}
      decidedBy={decidedBy}
      acts={(row) =>
        row.status === 'under_review' ? (
          <VerificationActs row={row} detail={detail.data} queue={queue} />
        ) : (
          row.status === 'passed' && <RevokeActs row={row} />
        )
      }
    >
      {(row) => (
        <>
          {mayDecide ? (
            <Loaded
              query={detail}
              loading={<SkeletonRows label={t.opening} count={4} mark={false} />}
            >
              {(data) => <Opened data={data} />}
            </Loaded>
          ) : (
            <Masked row={row} />
          )}
          <hr />
          <Background queue="verifications" row={row} />
        </>
      )}
    </RecordPanel>
  );
}

/** The whole record. Fetched once for each opening and kept no longer than it is open. */
function useDetail(id: number, isOn: boolean) {
  return useQuery<Detail, ApiError>({
    queryKey: ['verificationDetail', { id }],
    queryFn: ({ signal }) => callApi('verificationDetail', { id }, { signal }),
    enabled: isOn,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnMount: false,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  });
}

function Masked({ row }: { row: Row }) {
  return (
    <>
      <Note className="mb-4">{t.notReviewer}</Note>
      <Facts facts={factsOf(row)} />
    </>
  );
}

function Opened({ data }: { data: Detail }) {
  return (
    <>
      {data.photos.length > 0 && (
        <div className="con-photos">
          {data.photos.map(({ kind, file_id }) => (
            <PictureFrame key={kind} fileId={file_id} label={t.photos[kind]} />
          ))}
        </div>
      )}
      <Facts facts={factsOf(data)} />
      <hr />
      <h3 className="mb-2 font-strong">{t.checks}</h3>
      <ul className="grid gap-2 text-secondary">
        {t.checkList[data.level].map((check) => (
          <li key={check} className="flex gap-2">
            <Icon name="search" size={16} className="mt-0.5 text-muted" />
            {check}
          </li>
        ))}
      </ul>
    </>
  );
}

/** What the provider said, by which name it finds its check, and when. */
function providerFacts({ identity }: Row): Fact[] {
  if (identity === undefined) return [];
  const { verdict, reason, session, until, answered_at, revoked_at } = identity;
  const timeOf = (time: number) => formatDate(time, 'dayMinute', 'en');
  const facts: Fact[] = [
    [t.facts.provider, t.provider[verdict ?? 'waiting']],
    ...(reason === undefined ? [] : [[t.facts.providerReason, reason] as const]),
    ...(session === undefined ? [] : [[t.facts.session, session] as const]),
    verdict === undefined
      ? [t.facts.until, timeOf(until)]
      : [t.facts.answered, timeOf(answered_at ?? until)],
  ];
  if (revoked_at !== undefined) facts.push([t.facts.revoked, timeOf(revoked_at)]);
  return facts;
}

function factsOf(row: Row & Partial<Detail>): readonly Fact[] {
  const facts: Fact[] = [
    [t.facts.name, row.name],
    [t.facts.country, countryName(row.country)],
  ];
  if (row.id_number !== undefined) facts.push([t.facts.number, row.id_number]);
  if (row.contact_address !== undefined) facts.push([t.facts.address, row.contact_address]);
  facts.push(
    [t.facts.user, `${row.user}, ${row.user_id}`],
    [t.facts.level, t.levels[row.level]],
    [t.facts.asked, formatDate(row.time, 'dayMinute', 'en')],
  );
  facts.push(...providerFacts(row));
  if (row.decided_at !== undefined)
    facts.push([t.facts.decided, formatDate(row.decided_at, 'dayMinute', 'en')]);
  if (row.decided_by !== undefined) facts.push([t.facts.by, row.decided_by]);
  if (row.reason !== undefined) facts.push([t.facts.reason, row.reason]);
  return facts;
}
