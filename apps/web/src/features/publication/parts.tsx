import {
  Badge,
  type BadgeKind,
  directionOf,
  formatClock,
  formatPercent,
  Triangle,
  useCountdown,
} from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { serverNow } from '../../data/live/server-clock.ts';
import { nextTurn, type OfferingProps, type ShownStatus, shownStatus } from './model.ts';

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

const DAY_S = 86_400;

/** Until the offering opens, closes or launches, by the server's clock; nothing once it is launched. */
export function TimeLeft({ offering }: OfferingProps) {
  const t = useTranslations('publication');
  const turn = nextTurn(offering);
  const seconds = useCountdown(turn?.atMs, serverNow);
  if (turn === undefined) return null;
  const days = Math.floor(seconds / DAY_S);
  const clock = formatClock(seconds % DAY_S);
  const time = days > 0 ? t('dayClock', { days: String(days), clock }) : clock;
  return (
    <span className="tnum" role="timer">
      {t(turn.kind, { time })}
    </span>
  );
}

const COLOURS = { rise: 'text-rise', fall: 'text-fall', flat: 'text-muted' } as const;

/** A return as a percentage in its colour, with an arrow. */
export function ReturnFigure({ value }: { value: string }) {
  const direction = directionOf(value, 4) ?? 'flat';
  return (
    <span className={`tnum ${COLOURS[direction]}`}>
      {direction !== 'flat' && <Triangle tone={direction} />}
      {formatPercent(value)}
    </span>
  );
}
