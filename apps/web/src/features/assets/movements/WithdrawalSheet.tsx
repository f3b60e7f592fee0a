import { useAction } from '@fairlead/calls';
import type { WithdrawalRecord } from '@fairlead/contract';
import { Address, Button, Confirm, formatAmount, formatDate, Note, toast } from '@fairlead/ui';
import { useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { DetailSheet } from '../../../app/parts/DetailSheet.tsx';
import { HeldNote } from '../../../app/parts/HeldNote.tsx';
import { useKept } from '../../../app/parts/use-kept.ts';
import { tidy } from '../../../data/tidy.ts';
import { networkText } from '../custody/chains.ts';
import { LateProof } from '../origin/LateOrigin.tsx';
import { WithdrawalBadge } from './MoneyBadge.tsx';
import { MovementDetail, TransactionLine, useAmountOf, useNumberRow } from './MovementDetail.tsx';
import { wasCancelled, withdrawalSteps } from './movement-model.ts';

export interface WithdrawalSheetProps {
  record: WithdrawalRecord | undefined;
  currency: (currencyId: number) => string;
  onClose: () => void;
}

/** One withdrawal with everything that is known of it; while under review it can be taken back. */
export function WithdrawalSheet({ record, currency, onClose }: WithdrawalSheetProps) {
  const t = useTranslations('custody');
  const kinds = useTranslations('assets.record.kinds');
  const [isAsking, ask] = useState(false);
  const shown = useKept(record);
  return (
    <>
      <DetailSheet
        thing={record}
        title={() => kinds('withdrawal')}
        footer={({ can_cancel: canCancel }) =>
          canCancel && (
            <Button variant="danger" block onClick={() => ask(true)}>
              {t('cancel.do')}
            </Button>
          )
        }
        onClose={onClose}
      >
        {(one) => <Body record={one} currency={currency(one.currency_id)} />}
      </DetailSheet>
      {shown && (
        <CancelConfirm
          record={shown}
          currency={currency(shown.currency_id)}
          isOpen={isAsking}
          onClose={() => ask(false)}
        />
      )}
    </>
  );
}

interface CancelConfirmProps {
  record: WithdrawalRecord;
  currency: string;
  isOpen: boolean;
  onClose: () => void;
}

function CancelConfirm({ record, currency, isOpen, onClose }: CancelConfirmProps) {
  const t = useTranslations('custody.cancel');
  const assets = useTranslations('assets.record');
  const cancel = useAction('cancelWithdrawal', {
    invalidates: ['withdrawals', 'withdrawalInfo', 'wallet', 'walletDetail', 'records'],
    onSuccess: ({ id }) => {
      onClose();
      toast({ kind: 'good', text: t('done'), detail: assets('number', { id: String(id) }) });
    },
    onError: () => {
      onClose();
      return false;
    },
  });
  return (
    <Confirm
      open={isOpen}
      onOpenChange={(next) => !next && onClose()}
      title={t('title')}
      cancelLabel={t('keep')}
      confirmLabel={t('do')}
      variant="danger"
      busy={cancel.isRunning}
      onConfirm={() => void cancel.run({ id: record.id })}
    >
      {t('body', { amount: formatAmount(tidy(record.amount), undefined, currency) })}
    </Confirm>
  );
}

function Body({ record, currency }: { record: WithdrawalRecord; currency: string }) {
  const t = useTranslations('custody');
  const deposit = useTranslations('deposit');
  const locale = useLocale();
  const amount = useAmountOf(currency);
  const number = useNumberRow(record.id);
  const { note, reason, kind } = record;
  return (
    <MovementDetail
      amount={record.amount}
      currency={currency}
      badge={<WithdrawalBadge record={record} />}
      notes={
        <>
          {reason !== undefined && !wasCancelled(record) && <Note kind="bad">{reason}</Note>}
          <HeldNote kind="withdrawal" until={record.held_until} />
          <LateProof record={record} />
        </>
      }
      steps={withdrawalSteps(record)}
      title={(step) => t(`withdrawn.${step}`)}
      detail={(step) =>
        // While it is held its own end stands above.
        step === 'review' && record.held_until === undefined
          ? t('detail.due', { time: formatDate(record.due_at, 'dayMinute', locale) })
          : undefined
      }
      facts={[
        { label: t('detail.amount'), value: amount(record.amount) },
        { label: t('detail.fee'), value: amount(record.fee) },
        { label: t('detail.receipt'), value: amount(record.receipt_amount) },
        { label: t('network'), value: kind === 'bank' ? t('bank') : networkText(record.chain) },
        ...(note === undefined || note === ''
          ? []
          : [{ label: t('detail.note'), value: <span className="wrap-anywhere">{note}</span> }]),
        number,
      ]}
    >
      <p className="mt-3 text-12 text-muted">{t('detail.to')}</p>
      {kind === 'bank' ? (
        <p className="font-medium">{record.address}</p>
      ) : (
        <Address className="select-text" value={record.address} />
      )}
      <TransactionLine
        label={kind === 'bank' ? deposit('reference') : t('detail.txId')}
        txId={record.tx_id}
      />
    </MovementDetail>
  );
}
