import { IconLink, List, SettingRow } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { href } from '../../../app/navigation.ts';
import { Screen } from '../../../app/Screen.tsx';
import { CoinChoice } from '../../../features/assets/withdraw/CoinChoice.tsx';

/** Money out: to an address or a card (`?way=bank`), and which coin. */
export function Page() {
  const t = useTranslations('common.title');
  const withdraw = useTranslations('withdraw');
  const custody = useTranslations('custody.tabs');
  return (
    <Screen
      title={t('withdraw')}
      right={
        <IconLink
          icon="receipt"
          label={custody('withdrawals')}
          href={href('pages/assets/record', { tab: 'withdrawals' })}
        />
      }
    >
      <CoinChoice />
      <div className="fl-band mt-2" />
      <List>
        <SettingRow
          icon="wallet"
          label={withdraw('addresses')}
          href={href('pages/user/address/address')}
        />
        <SettingRow icon="bank" label={withdraw('cards')} href={href('pages/bankbind/index')} />
      </List>
    </Screen>
  );
}
