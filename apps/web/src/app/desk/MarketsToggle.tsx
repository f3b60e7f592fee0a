import { IconButton } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { toggleMarkets, useHasMarkets } from './panels.ts';

/** Gives the room of the markets to the chart, and takes it back. */
export function MarketsToggle() {
  const t = useTranslations('desk');
  const hasMarkets = useHasMarkets();
  return (
    <IconButton
      icon="menu"
      label={t(hasMarkets ? 'hideMarkets' : 'showMarkets')}
      aria-pressed={hasMarkets}
      onClick={toggleMarkets}
    />
  );
}
