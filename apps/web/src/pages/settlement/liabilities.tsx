import { Failed, useApi } from '@fairlead/calls';
import type { LiabilityProofView } from '@fairlead/contract';
import {
  EmptyState,
  formatDate,
  IconButton,
  Note,
  Skeleton,
  SkeletonRows,
  toast,
} from '@fairlead/ui';
import { isZeroDecimal } from '@fairlead/units';
import { useSearchParams } from 'react-router';
import { useLocale, useTranslations } from 'use-intl';
import { Screen } from '../../app/Screen.tsx';
import { saveFile } from '../../data/save-file.ts';
import { shareLink } from '../../data/share-link.ts';
import { CheckCard } from '../../features/liabilities/CheckCard.tsx';
import { Explained } from '../../features/liabilities/Explained.tsx';
import { OwnBalances } from '../../features/liabilities/OwnBalances.tsx';
import { Corrections, PublishedBefore, Totals } from '../../features/liabilities/Published.tsx';
import { Reserves } from '../../features/liabilities/Reserves.tsx';
import { useLiabilities } from '../../features/liabilities/use-liabilities.ts';

const readId = (text: string | null): number | undefined =>
  text !== null && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;

const fileNameOf = ({ snapshot }: LiabilityProofView): string =>
  `fairlead-liabilities-${snapshot.id}.json`;

/** What the house owes all its users, and that one's own balances are in it: checked on this device. */
export function Page() {
  const t = useTranslations('liabilities');
  const common = useTranslations('common');
  const [query] = useSearchParams();
  const id = readId(query.get('id'));
  const liabilities = useLiabilities(id);
  const { published, proof } = liabilities;
  return (
    <Screen title={common('title.liabilities')} right={<Actions proof={proof.data} />}>
      {published.data === undefined && published.error === null && <LoadingLiabilities />}
      {published.data === undefined && published.error !== null && <Failed query={published} />}
      {published.data?.total === 0 && (
        <div className="pt-16">
          <EmptyState>{t('empty')}</EmptyState>
          <Next at={published.data.next_at} />
          <Corrections />
        </div>
      )}
      {published.data !== undefined && published.data.total > 0 && (
        <Published liabilities={liabilities} id={id} />
      )}
    </Screen>
  );
}

function Published({
  liabilities,
  id,
}: {
  liabilities: ReturnType<typeof useLiabilities>;
  id: number | undefined;
}) {
  const t = useTranslations('liabilities');
  const wallet = useApi('wallet', {});
  const { user, published, proof, verdict, again } = liabilities;
  const { list = [], next_at: nextAt } = published.data ?? {};
  const shown =
    list.find((each) => each.id === id) ??
    (id === undefined || proof.data === undefined ? list[0] : proof.data.snapshot);
  if (shown === undefined) return null;
  const isBefore = user !== undefined && shown.time < user.created_at;
  const isEmpty = wallet.data?.accounts.every(({ balances }) =>
    balances.every(({ total }) => isZeroDecimal(total)),
  );
  const same = verdict.state === 'verified' ? verdict.same : [];
  return (
    <>
      <div className="gutter">
        <CheckCard check={verdict} isBefore={isBefore} isEmpty={isEmpty === true} />
        <Note kind="plain" className="mt-3">
          {t('notAudit')}
        </Note>
      </div>
      <OwnBalances proof={proof} onRetry={again} isBefore={isBefore} isEmpty={isEmpty === true} />
      <Totals snapshot={shown} />
      <Next at={nextAt} />
      <Reserves />
      <Corrections />
      <PublishedBefore list={list} shownId={shown.id} same={same} />
      <Explained fileName={proof.data && fileNameOf(proof.data)} />
    </>
  );
}

function Next({ at }: { at: number | undefined }) {
  const t = useTranslations('liabilities');
  const locale = useLocale();
  if (at === undefined) return null;
  return (
    <p className="gutter pt-1 text-12 text-muted">
      {t('next', { time: formatDate(at, 'dayMinute', locale) })}
    </p>
  );
}

function Actions({ proof }: { proof: LiabilityProofView | undefined }) {
  const t = useTranslations('liabilities');
  const common = useTranslations('common');
  const errors = useTranslations('errors');
  const download = () => {
    if (proof === undefined) return;
    saveFile(fileNameOf(proof), JSON.stringify(proof, undefined, 2), 'application/json');
  };
  const share = async () => {
    const outcome = await shareLink(common('title.liabilities'));
    if (outcome === 'copied') toast({ kind: 'good', text: common('copied') });
    if (outcome === 'failed')
      toast({ kind: 'bad', text: errors('copy'), detail: window.location.href });
  };
  return (
    <>
      {proof !== undefined && (
        <IconButton icon="download" label={t('download')} onClick={download} />
      )}
      <IconButton icon="share" label={t('share')} onClick={() => void share()} />
    </>
  );
}

/** Of the height of what comes. */
function LoadingLiabilities() {
  const t = useTranslations('common');
  return (
    <>
      <div className="gutter pb-6" aria-hidden="true">
        <Skeleton height={76} className="rounded-12" />
      </div>
      <SkeletonRows label={t('loading')} count={5} />
    </>
  );
}
