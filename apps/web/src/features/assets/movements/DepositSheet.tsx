import type { DepositRecord } from '@fairlead/contract';
import { formatDate, KeyValues, Note, Sheet, Skeleton, Tag, Thread } from '@fairlead/ui';
import { useLocale, useTranslations } from 'use-intl';
import { Amount } from '../../../app/parts/Amount.tsx';
import { useKept } from '../../../app/parts/use-kept.ts';
import { useOwnPicture } from '../../../data/account/use-own-picture.ts';
import { tidy } from '../../../data/tidy.ts';
import { Confirmations } from '../custody/Confirmations.tsx';
import { CopyLine } from '../custody/CopyLine.tsx';
import { useDepositWay } from './hooks.ts';
import { DepositBadge } from './MoneyBadge.tsx';
import { depositSteps } from './movement-model.ts';

export interface DepositSheetProps {
  record: DepositRecord | undefined;
  currency: (currencyId: number) => string;
  onClose: () => void;
}

/** One deposit with everything that is known of it. */
export function DepositSheet({ record, currency, onClose }: DepositSheetProps) {
  const t = useTranslations('assets.record.kinds');
  const common = useTranslations('common');
  const shown = useKept(record);
  return (
    <Sheet
      open={record !== undefined}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('deposit')}
      closeLabel={common('close')}
    >
      {shown && <Body record={shown} currency={currency(shown.currency_id)} />}
    </Sheet>
  );
}

function Body({ record, currency }: { record: DepositRecord; currency: string }) {
  const t = useTranslations('custody');
  const { confirmations, confirmations_needed: needed, reason, proof } = record;
  return (
    <div className="grid gap-4 pb-4">
      <p className="flex flex-wrap items-center justify-between gap-2">
        <span className="text-28 font-strong">
          <Amount value={tidy(record.amount)} />{' '}
          <span className="text-14 font-body text-muted">{currency}</span>
        </span>
        <span className="flex items-center gap-2">
          {record.is_priority && <Tag kind="brand">{t('priority')}</Tag>}
          <DepositBadge record={record} />
        </span>
      </p>
      {reason !== undefined && (
        <Note kind={record.status === 'rejected' ? 'bad' : 'warn'}>{reason}</Note>
      )}
      {record.status === 'under_review' && confirmations !== undefined && needed !== undefined && (
        <Confirmations done={confirmations} needed={needed} hasCaption />
      )}
      <Story record={record} />
      <Facts record={record} currency={currency} />
      {proof !== undefined && <ProofPicture id={proof} label={t('detail.proof')} />}
    </div>
  );
}

function Story({ record }: { record: DepositRecord }) {
  const t = useTranslations('custody.deposited');
  const locale = useLocale();
  return (
    <Thread
      steps={depositSteps(record).map(({ name, state, atMs }) => ({
        id: name,
        title: t(name),
        state,
        ...(atMs !== undefined && { at: formatDate(atMs, 'dayMinute', locale) }),
      }))}
    />
  );
}

function Facts({ record, currency }: { record: DepositRecord; currency: string }) {
  const t = useTranslations('custody');
  const assets = useTranslations('assets.record');
  const wayOf = useDepositWay();
  const { status, credited, fee, tx_id: txId } = record;
  return (
    <div className="border-t border-hairline-strong pt-4">
      <KeyValues
        rows={[
          {
            label: t('detail.amount'),
            value: <Amount value={tidy(record.amount)} unit={currency} />,
          },
          { label: t('detail.fee'), value: <Amount value={tidy(fee)} unit={currency} /> },
          {
            label: t('detail.credited'),
            value: (
              <Amount value={status === 'passed' ? tidy(credited) : undefined} unit={currency} />
            ),
          },
          { label: t('network'), value: wayOf(record) },
          { label: assets('id'), value: <span className="tnum">{record.id}</span> },
        ]}
      />
      {txId !== undefined && (
        <div className="mt-2">
          <CopyLine label={t('detail.txId')} value={txId}>
            <span className="font-mono">{txId}</span>
          </CopyLine>
        </div>
      )}
    </div>
  );
}

/** The picture that came with a claim; only its owner and the reviewers can see it. */
function ProofPicture({ id, label }: { id: number; label: string }) {
  const t = useTranslations('custody.detail');
  const { url, hasFailed } = useOwnPicture(id);
  return (
    <div>
      <p className="mb-1 text-12 text-muted">{label}</p>
      {url === undefined && !hasFailed && <Skeleton height={160} className="rounded-8" />}
      {hasFailed && <p className="text-secondary">{t('proofFailed')}</p>}
      {url !== undefined && (
        <img
          className="max-h-80 w-full rounded-8 bg-control object-contain"
          src={url}
          alt={label}
        />
      )}
    </div>
  );
}
