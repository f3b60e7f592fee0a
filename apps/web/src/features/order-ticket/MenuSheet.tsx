import { SettingGroup, SettingRow, Sheet, Switch } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { href } from '../../app/navigation.ts';
import {
  type Confirmation,
  setConfirmation,
  useConfirmation,
} from '../../data/account/settings.ts';

const KINDS = ['limit_order', 'market_order', 'cancel_order'] as const;

export interface MenuSheetProps {
  symbol: string;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

export function MenuSheet({ symbol, isOpen, onOpenChange }: MenuSheetProps) {
  const t = useTranslations('trade');
  const common = useTranslations('common');
  const title = useTranslations('common.title');
  return (
    <Sheet open={isOpen} onOpenChange={onOpenChange} title={symbol} closeLabel={common('close')}>
      <div className="-mx-4">
        <SettingRow
          icon="receipt"
          label={t('allOrders')}
          href={href('pages/trade/orders', { symbol })}
        />
        <SettingRow
          icon="swap"
          label={t('toTransfer')}
          href={href('pages/assets/transfer/index')}
        />
        <SettingRow icon="turn" label={title('convert')} href={href('pages/assets/convert')} />
        <SettingRow icon="clock" label={title('recurring')} href={href('pages/assets/recurring')} />
        <SettingGroup title={t('askFirst.title')}>
          {KINDS.map((kind) => (
            <ConfirmationRow key={kind} kind={kind} label={t(`askFirst.${kind}`)} />
          ))}
        </SettingGroup>
      </div>
    </Sheet>
  );
}

function ConfirmationRow({ kind, label }: { kind: Confirmation; label: string }) {
  const isOn = useConfirmation(kind);
  return (
    <SettingRow
      label={label}
      control={
        <Switch
          label={label}
          checked={isOn}
          onCheckedChange={(isChecked) => setConfirmation(kind, isChecked)}
        />
      }
    />
  );
}
