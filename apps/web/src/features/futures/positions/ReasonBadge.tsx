import type { CloseReason, Position } from '@fairlead/contract';
import { Badge, type BadgeKind, type IconName } from '@fairlead/ui';
import { useTranslations } from 'use-intl';

type Reason = CloseReason | 'cancelled';

/** A cancelled order that its owner took back has the same code as a position its owner closed. */
export const reasonOf = ({ status, close_reason }: Position): Reason =>
  status === 'cancelled' && (close_reason === undefined || close_reason === 'user')
    ? 'cancelled'
    : (close_reason ?? 'user');

const LOOKS: Readonly<Partial<Record<Reason, readonly [BadgeKind, IconName?]>>> = {
  take_profit: ['good'],
  profit_cap: ['good'],
  stop_loss: ['bad'],
  liquidation: ['bad'],
  insufficient_balance: ['bad'],
  house_limit: ['bad'],
  market_closed: ['wait'],
};

/** Why it ended: colour, icon and word. */
export function ReasonBadge({ position }: { position: Position }) {
  const t = useTranslations('futures.reason');
  const reason = reasonOf(position);
  const [kind = 'plain', icon] = LOOKS[reason] ?? [];
  return (
    <Badge kind={kind} {...(icon && { icon })}>
      {t(reason)}
    </Badge>
  );
}
