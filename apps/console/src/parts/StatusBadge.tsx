import type { RecordStatus } from '@fairlead/contract';
import { Badge, type BadgeKind } from '@fairlead/ui';
import { sharedTexts } from '../texts/shared.ts';

const KINDS: Readonly<Record<RecordStatus, BadgeKind>> = {
  under_review: 'wait',
  passed: 'good',
  rejected: 'bad',
};

/** Where a record under review stands. */
export const StatusBadge = ({ status }: { status: RecordStatus }) => (
  <Badge kind={KINDS[status]}>{sharedTexts.statuses[status]}</Badge>
);
