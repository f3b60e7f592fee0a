import type { DepositRecord, RecordStatus, WithdrawalRecord } from '@fairlead/contract';
import { Badge, type BadgeKind } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { isConfirming, isSent, wasCancelled } from './movement-model.ts';

const KINDS: Readonly<Record<RecordStatus, BadgeKind>> = {
  under_review: 'wait',
  passed: 'good',
  rejected: 'bad',
};

export function DepositBadge({ record }: { record: DepositRecord }) {
  const t = useTranslations('custody');
  return (
    <Badge kind={KINDS[record.status]}>
      {isConfirming(record) ? t('confirming') : t(`status.${record.status}`)}
    </Badge>
  );
}

export function WithdrawalBadge({ record }: { record: WithdrawalRecord }) {
  const t = useTranslations('custody');
  if (isSent(record)) return <Badge kind="good">{t('sent')}</Badge>;
  if (wasCancelled(record)) return <Badge kind="plain">{t('cancelled')}</Badge>;
  // Passed is not yet sent: it is under way, and the word says so.
  const kind = record.status === 'passed' ? 'brand' : KINDS[record.status];
  return <Badge kind={kind}>{t(`status.${record.status}`)}</Badge>;
}
