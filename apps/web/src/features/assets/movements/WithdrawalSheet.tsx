import { useAction } from '@fairlead/calls';
import type { WithdrawalRecord } from '@fairlead/contract';
import {
  Address,
  Button,
  Confirm,
  formatAmount,
  formatDate,
  KeyValues,
  Note,
  Sheet,
  Thread,
  toast,
} from '@fairlead/ui';
import { useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { Amount } from '../../../app/parts/Amount.tsx';
import { useKept } from '../../../app/parts/use-kept.ts';
import { tidy } from '../../../data/tidy.ts';
import { CopyLine } from '../custody/CopyLine.tsx';
import { networkText } from '../custody/chains.ts';
import { WithdrawalBadge } from './MoneyBadge.tsx';
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
  const common = useTranslations('common');
  const [isAsking, ask] = useState(false);
  const shown = useKept(record);
  return (
    <>
      <Sheet
        open={record !== undefined}
        onOpenChange={(isOpen) => !isOpen && onClose()}
        title={kinds('withdrawal')}
        closeLabel={common('close')}
        footer={
          shown?.can_cancel === true && (
            <Button variant="danger" block onClick={() => ask(true)}>
              {t('cancel.do')}
            </Button>
          )
        }
      >
        {shown && <Body record={shown} currency={currency(shown.currency_id)} />}
      </Sheet>
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
  const { reason } = record;
  return (
    <div className="grid gap-4 pb-4">
      <p className="flex flex-wrap items-center justify-between gap-2">
        <span className="text-28 font-strong">
          <Amount value={tidy(record.amount)} />{' '}
          <span className="text-14 font-body text-muted">{currency}</span>
        </span>
        <WithdrawalBadge record={record} />
      </p>
      {reason !== undefined && !wasCancelled(record) && <Note kind="bad">{reason}</Note>}
      <Story record={record} />
      <Facts record={record} currency={currency} />
    </div>
  );
}

function Story({ record }: { record: WithdrawalRecord }) {
  const t = useTranslations('custody');
  const locale = useLocale();
  return (
    <Thread
      steps={withdrawalSteps(record).map(({ name, state, atMs }) => ({
        id: name,
        title: t(`withdrawn.${name}`),
        state,
        ...(atMs !== undefined && { at: formatDate(atMs, 'dayMinute', locale) }),
        ...(name === 'review' && {
          detail: t('detail.due', { time: formatDate(record.due_at, 'dayMinute', locale) }),
        }),
      }))}
    />
  );
}

function Facts({ record, currency }: { record: WithdrawalRecord; currency: string }) {
  const t = useTranslations('custody');
  const deposit = useTranslations('deposit');
  const assets = useTranslations('assets.record');
  const { note, tx_id: txId, kind } = record;
  const amount = (text: string) => <Amount value={tidy(text)} unit={currency} />;
  return (
    <div className="border-t border-hairline-strong pt-4">
      <KeyValues
        rows={[
          { label: t('detail.amount'), value: amount(record.amount) },
          { label: t('detail.fee'), value: amount(record.fee) },
          { label: t('detail.receipt'), value: amount(record.receipt_amount) },
          { label: t('network'), value: kind === 'bank' ? t('bank') : networkText(record.chain) },
          ...(note === undefined || note === ''
            ? []
            : [{ label: t('detail.note'), value: <span className="wrap-anywhere">{note}</span> }]),
          { label: assets('id'), value: <span className="tnum">{record.id}</span> },
        ]}
      />
      <p className="mt-3 text-12 text-muted">{t('detail.to')}</p>
      {kind === 'bank' ? (
        <p className="font-medium">{record.address}</p>
      ) : (
        <Address className="select-text" value={record.address} />
      )}
      {txId !== undefined && (
        <div className="mt-2">
          <CopyLine label={kind === 'bank' ? deposit('reference') : t('detail.txId')} value={txId}>
            <span className="font-mono">{txId}</span>
          </CopyLine>
        </div>
      )}
    </div>
  );
}
