import { buttonLook } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { href } from '../../app/navigation.ts';

/** Money in, money out, money between one's own accounts. */
export function AssetActions() {
  const t = useTranslations('assets');
  const title = useTranslations('common.title');
  return (
    <nav className="gutter mt-3 flex flex-wrap gap-2 *:flex-auto *:px-2" aria-label={t('actions')}>
      <a {...buttonLook({ variant: 'main', size: 44 })} href={href('pages/assets/deposit/index')}>
        {title('deposit')}
      </a>
      <a {...buttonLook({ size: 44 })} href={href('pages/assets/withdraw/index')}>
        {title('withdraw')}
      </a>
      <a {...buttonLook({ size: 44 })} href={href('pages/assets/transfer/index')}>
        {t('transfer')}
      </a>
    </nav>
  );
}
