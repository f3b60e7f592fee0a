import { Badge, type BadgeKind } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { type ShownStatus, shownStatus } from './model.ts';
import type { OfferingProps } from './offering-props.ts';

const KINDS: Readonly<Record<ShownStatus, BadgeKind>> = {
  subscribing: 'brand',
  upcoming: 'plain',
  sold_out: 'plain',
  closed: 'plain',
  redeeming: 'good',
};

/** Where an offering stands. */
export function StatusBadge({ offering }: OfferingProps) {
  const t = useTranslations('publication.status');
  const status = shownStatus(offering);
  return (
    <Badge kind={KINDS[status]} {...(status === 'upcoming' && { icon: 'calendar' as const })}>
      {t(status)}
    </Badge>
  );
}
