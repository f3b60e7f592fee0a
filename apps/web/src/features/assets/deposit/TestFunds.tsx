import { buttonLook } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { href } from '../../../app/navigation.ts';
import { useConfig } from '../../../data/use-config.ts';

/** Demo only: where money comes from without a network. */
export function TestFunds() {
  const t = useTranslations('assets');
  const { data: config } = useConfig();
  if (config?.demo !== true) return null;
  return (
    <a {...buttonLook({ size: 36 })} href={href('pages/assets/index', { faucet: 1 })}>
      {t('getTestFunds')}
    </a>
  );
}
