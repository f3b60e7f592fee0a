import { LANGUAGE_NAMES } from '@fairlead/contract/constants';
import { type IconName, Segment, SettingGroup, SettingRow, Switch, Triangle } from '@fairlead/ui';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { href } from '../../app/navigation.ts';
import { type RiseColour, setSetting, THEMES, useSetting } from '../../data/account/settings.ts';
import { useLanguage } from '../../i18n/language.ts';

/** Language, theme, which colour means up, and whether prices flash. */
export function DisplayGroup() {
  const t = useTranslations('settings');
  const pwa = useTranslations('pwa');
  const language = useLanguage();
  const theme = useSetting('theme');
  const rise = useSetting('rise');
  return (
    <SettingGroup title={t('display')}>
      <ul className="fl-list">
        <li>
          <SettingRow
            icon="globe"
            label={t('language')}
            value={LANGUAGE_NAMES[language]}
            href={href('pages/settings/language/language')}
          />
        </li>
        <li>
          <SettingRow
            icon="moon"
            label={t('theme')}
            control={
              <Segment
                label={t('theme')}
                size={36}
                className="setting-segment"
                value={theme}
                options={THEMES.map((value) => ({ value, label: t(`themes.${value}`) }))}
                onValueChange={(value) => setSetting('theme', value)}
              />
            }
          />
        </li>
        <li>
          <SettingRow
            icon="swap"
            label={t('rise')}
            control={
              <Segment
                label={t('rise')}
                size={36}
                className="setting-segment"
                value={rise}
                options={(['green', 'red'] as const).map((value) => ({
                  value,
                  label: (
                    <RiseLabel value={value} chosen={rise}>
                      {t(`rises.${value}`)}
                    </RiseLabel>
                  ),
                }))}
                onValueChange={(value) => setSetting('rise', value)}
              />
            }
          />
        </li>
        {'vibrate' in navigator && (
          <SwitchRow icon="device" name="haptics" label={pwa('haptics')} />
        )}
        <SwitchRow icon="alert" name="sounds" label={pwa('sounds')} />
        <SwitchRow icon="flash" name="flash" label={t('flash')} />
      </ul>
    </SettingGroup>
  );
}

/** An arrow up in the colour that is offered: today's rising colour, or the falling one. */
function RiseLabel(props: { value: RiseColour; chosen: RiseColour; children: ReactNode }) {
  const { value, chosen, children } = props;
  return (
    <>
      <span className={value === chosen ? 'text-rise' : 'text-fall'}>
        <Triangle tone="rise" />
      </span>
      {children}
    </>
  );
}

interface SwitchRowProps {
  icon: IconName;
  name: 'haptics' | 'sounds' | 'flash';
  label: string;
}

function SwitchRow({ icon, name, label }: SwitchRowProps) {
  const isOn = useSetting(name);
  return (
    <li>
      <SettingRow
        icon={icon}
        label={label}
        control={
          <Switch label={label} checked={isOn} onCheckedChange={(next) => setSetting(name, next)} />
        }
      />
    </li>
  );
}
