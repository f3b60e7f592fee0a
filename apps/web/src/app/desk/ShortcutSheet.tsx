import { Checkbox, Sheet } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { setSetting, useSetting } from '../../data/account/settings.ts';
import { SHORTCUTS, shortcutsHere } from './shortcuts.ts';

export interface ShortcutSheetProps {
  isOpen: boolean;
  onClose: () => void;
}

/** Every key with what it does; whoever speaks to the machine or presses keys by accident can switch them off. */
export function ShortcutSheet({ isOpen, onClose }: ShortcutSheetProps) {
  const t = useTranslations('desk.shortcuts');
  const common = useTranslations('common');
  return (
    <Sheet
      open={isOpen}
      onOpenChange={(open) => !open && onClose()}
      title={t('title')}
      closeLabel={common('close')}
    >
      {isOpen && <Shortcuts />}
    </Sheet>
  );
}

function Shortcuts() {
  const t = useTranslations('desk.shortcuts');
  const isOn = useSetting('shortcuts');
  const here = shortcutsHere();
  return (
    <div className="grid gap-3">
      <dl>
        {SHORTCUTS.map(({ name, key }) => (
          <div
            key={name}
            className={`flex h-11 items-center justify-between border-b border-hairline ${isOn && here.has(name) ? '' : 'text-muted'}`}
          >
            <dt>{t(name)}</dt>
            <dd>
              <kbd>{key === 'X' ? 'Shift + X' : key.toUpperCase()}</kbd>
            </dd>
          </div>
        ))}
      </dl>
      <p className="text-12 text-secondary">{t('note')}</p>
      <Checkbox checked={isOn} onCheckedChange={(on) => setSetting('shortcuts', on)}>
        {t('on')}
      </Checkbox>
    </div>
  );
}
