import { Button, Checkbox, IconButton, Sheet } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import {
  type Column,
  moveColumn,
  resetPanels,
  toggleMarkets,
  turnStack,
  useColumns,
  useHasMarkets,
  useIsTurned,
} from './panels.ts';

/** Where each panel of the terminal stands. All terminals have the same order; a market without a book leaves its place out. */
export function PanelsSheet({ onClose }: { onClose: () => void }) {
  const t = useTranslations('desk.panels');
  const desk = useTranslations('desk');
  const common = useTranslations('common');
  const order = useColumns();
  return (
    <Sheet
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('title')}
      closeLabel={common('close')}
    >
      <ol aria-label={t('order')}>
        {order.map((column, at) => (
          <Row key={column} column={column} isFirst={at === 0} isLast={at === order.length - 1} />
        ))}
      </ol>
      <div className="grid gap-3 pt-3">
        <Checkbox checked={useHasMarkets()} onCheckedChange={toggleMarkets}>
          {desk('showMarkets')}
        </Checkbox>
        <Checkbox checked={useIsTurned('chart')} onCheckedChange={() => turnStack('chart')}>
          {t('listsAbove')}
        </Checkbox>
        <Checkbox checked={useIsTurned('book')} onCheckedChange={() => turnStack('book')}>
          {t('tradesAbove')}
        </Checkbox>
        <Button block onClick={resetPanels}>
          {t('reset')}
        </Button>
      </div>
    </Sheet>
  );
}

interface RowProps {
  column: Column;
  isFirst: boolean;
  isLast: boolean;
}

function Row({ column, isFirst, isLast }: RowProps) {
  const t = useTranslations('desk.panels');
  const panel = t(column);
  return (
    <li className="flex h-11 items-center justify-between border-b border-hairline">
      {panel}
      <span className="flex">
        <IconButton
          icon="back"
          label={t('left', { panel })}
          disabled={isFirst}
          onClick={() => moveColumn(column, -1)}
        />
        <IconButton
          icon="chevronRight"
          label={t('right', { panel })}
          disabled={isLast}
          onClick={() => moveColumn(column, 1)}
        />
      </span>
    </li>
  );
}
