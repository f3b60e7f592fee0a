import { Button, buttonLook } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { href } from '../../app/navigation.ts';

export interface AssetActionsProps {
  /** Absent outside demo mode: then there is nothing to get. */
  onFaucet: (() => void) | undefined;
}

/** What one can do with money here; only what exists. */
export function AssetActions({ onFaucet }: AssetActionsProps) {
  const t = useTranslations('assets');
  return (
    <nav className="gutter mt-3 flex gap-2 *:flex-auto *:px-2" aria-label={t('actions')}>
      {onFaucet !== undefined && (
        <Button variant="main" size={44} onClick={onFaucet}>
          {t('testFunds')}
        </Button>
      )}
      <a
        {...buttonLook({ variant: onFaucet === undefined ? 'main' : 'quiet', size: 44 })}
        href={href('pages/assets/transfer/index')}
      >
        {t('transfer')}
      </a>
      <a {...buttonLook({ size: 44 })} href={href('pages/assets/record')}>
        {t('records')}
      </a>
    </nav>
  );
}
