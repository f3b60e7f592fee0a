import type { DepositRecord } from '@fairlead/contract';
import { Note, Skeleton, Tag } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { DetailSheet } from '../../../app/parts/DetailSheet.tsx';
import { HeldNote } from '../../../app/parts/HeldNote.tsx';
import { useOwnPicture } from '../../../data/account/use-own-picture.ts';
import { Confirmations } from '../custody/Confirmations.tsx';
import { LateOrigin } from '../origin/LateOrigin.tsx';
import { useDepositWay } from './hooks.ts';
import { DepositBadge } from './MoneyBadge.tsx';
import { MovementDetail, TransactionLine, useAmountOf, useNumberRow } from './MovementDetail.tsx';
import { depositSteps } from './movement-model.ts';

export interface DepositSheetProps {
  record: DepositRecord | undefined;
  currency: (currencyId: number) => string;
  onClose: () => void;
}

/** One deposit with everything that is known of it. */
export function DepositSheet({ record, currency, onClose }: DepositSheetProps) {
  const t = useTranslations('assets.record.kinds');
  return (
    <DetailSheet thing={record} title={() => t('deposit')} onClose={onClose}>
      {(shown) => <Body record={shown} currency={currency(shown.currency_id)} />}
    </DetailSheet>
  );
}

function Body({ record, currency }: { record: DepositRecord; currency: string }) {
  const t = useTranslations('custody');
  const wayOf = useDepositWay();
  const amount = useAmountOf(currency);
  const number = useNumberRow(record.id);
  return (
    <MovementDetail
      amount={record.amount}
      currency={currency}
      badge={
        <span className="flex items-center gap-2">
          {record.is_priority && <Tag kind="brand">{t('priority')}</Tag>}
          <DepositBadge record={record} />
        </span>
      }
      notes={<Notes record={record} />}
      steps={depositSteps(record)}
      title={(step) => t(`deposited.${step}`)}
      facts={[
        { label: t('detail.amount'), value: amount(record.amount) },
        { label: t('detail.fee'), value: amount(record.fee) },
        {
          label: t('detail.credited'),
          value: amount(record.status === 'passed' ? record.credited : undefined),
        },
        { label: t('network'), value: wayOf(record) },
        number,
      ]}
      last={
        record.proof !== undefined && <ProofPicture id={record.proof} label={t('detail.proof')} />
      }
    >
      <TransactionLine label={t('detail.txId')} txId={record.tx_id} />
    </MovementDetail>
  );
}

function Notes({ record }: { record: DepositRecord }) {
  const { status, reason, origin, confirmations, confirmations_needed: needed } = record;
  return (
    <>
      {reason !== undefined && origin === undefined && (
        <Note kind={status === 'rejected' ? 'bad' : 'warn'}>{reason}</Note>
      )}
      <HeldNote kind="deposit" until={record.held_until} />
      {status === 'under_review' && confirmations !== undefined && needed !== undefined && (
        <Confirmations done={confirmations} needed={needed} hasCaption />
      )}
      <LateOrigin record={record} />
    </>
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
