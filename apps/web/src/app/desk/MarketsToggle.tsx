import { IconButton } from '@fairlead/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { PanelsSheet } from './PanelsSheet.tsx';
import { toggleMarkets, useHasMarkets } from './panels.ts';

/** Gives the room of the markets to the chart, and takes it back; beside it, where each panel stands. */
export function MarketsToggle() {
  const t = useTranslations('desk');
  const hasMarkets = useHasMarkets();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton
        icon="menu"
        label={t(hasMarkets ? 'hideMarkets' : 'showMarkets')}
        aria-pressed={hasMarkets}
        onClick={toggleMarkets}
      />
      <IconButton
        icon="panels"
        label={t('panels.title')}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      />
      {isOpen && <PanelsSheet onClose={() => setOpen(false)} />}
    </>
  );
}
