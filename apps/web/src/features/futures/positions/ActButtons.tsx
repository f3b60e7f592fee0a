import type { Position } from '@fairlead/contract';
import { Button, IconButton, type IconName } from '@fairlead/ui';
import { useTranslations } from 'use-intl';

/** What can be done with a position. */
export interface PositionActs {
  onDetail: (position: Position) => void;
  onEditStops: (position: Position) => void;
  onAddMargin: (position: Position) => void;
  onReverse: (position: Position) => void;
  onClose: (position: Position) => void;
}

const ACTS = [
  ['editStops', 'shield', 'onEditStops'],
  ['addMargin', 'plus', 'onAddMargin'],
  ['reverse', 'swap', 'onReverse'],
  ['close', 'close', 'onClose'],
] as const satisfies readonly (readonly [string, IconName, keyof PositionActs])[];

/** Four of them leave the figures their place. */
const ROW_ICON = { width: 30, height: 36 } as const;

export interface ActButtonsProps extends PositionActs {
  position: Position;
  /** In a line of a table: icons, each with its name. */
  isRow?: boolean;
}

/** The same four of a card and of a line. */
export function ActButtons({ position, isRow = false, ...acts }: ActButtonsProps) {
  const t = useTranslations('futures');
  const number = t('number', { id: String(position.id) });
  return ACTS.map(([act, icon, on]) =>
    isRow ? (
      <IconButton
        key={act}
        icon={icon}
        iconSize={16}
        style={ROW_ICON}
        title={t(act)}
        label={`${t(act)}, ${number}`}
        onClick={() => acts[on](position)}
      />
    ) : (
      <Button key={act} size={36} onClick={() => acts[on](position)}>
        {t(act)}
      </Button>
    ),
  );
}
