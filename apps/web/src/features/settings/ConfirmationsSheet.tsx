import { Sheet, Switch } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import {
  CONFIRMATIONS,
  type Confirmation,
  setConfirmation,
  useConfirmation,
} from '../../data/account/settings.ts';

export interface ConfirmationsSheetProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** What asks before it is done, one by one. */
export function ConfirmationsSheet({ open, onOpenChange }: ConfirmationsSheetProps) {
  const t = useTranslations('settings');
  const common = useTranslations('common');
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      title={t('confirmations')}
      closeLabel={common('close')}
    >
      <p className="pb-2 text-secondary">{t('confirmationsDetail')}</p>
      {CONFIRMATIONS.map((kind) => (
        <Line key={kind} kind={kind} />
      ))}
    </Sheet>
  );
}

function Line({ kind }: { kind: Confirmation }) {
  const t = useTranslations('settings.asks');
  const isOn = useConfirmation(kind);
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the switch inside is the control
    <label className="flex min-h-12 items-center justify-between gap-4">
      <span className="text-16">{t(kind)}</span>
      <Switch checked={isOn} onCheckedChange={(value) => setConfirmation(kind, value)} />
    </label>
  );
}
