import type { Chain, CurrencyInfo } from '@fairlead/contract';
import { buttonLook, Card, Icon } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { href } from '../../../app/navigation.ts';
import { useConfig } from '../../../data/use-config.ts';
import { networkText } from '../custody/chains.ts';

/** No keys for this network: money that was sent can still be claimed, and a demo has its test funds. */
export function ClosedNetwork({ currency, chain }: { currency: CurrencyInfo; chain: Chain }) {
  const t = useTranslations('deposit');
  const assets = useTranslations('assets');
  const { data: config } = useConfig();
  const isDemo = config?.demo === true;
  const claim = href('pages/assets/deposit/charge', { currency_id: currency.currency_id, chain });
  return (
    <Card>
      <p className="flex gap-2 font-medium">
        <Icon name="info" className="text-muted" />
        {t('closed', { network: networkText(chain) })}
      </p>
      <p className="mt-2 text-secondary">
        {isDemo && <>{t('closedDemo')} </>}
        {t('closedClaim')}
      </p>
      <div className="mt-4 grid gap-2">
        {isDemo && (
          <a
            {...buttonLook({ variant: 'main', size: 44 })}
            href={href('pages/assets/index', { faucet: 1 })}
          >
            {assets('getTestFunds')}
          </a>
        )}
        <a {...buttonLook({ variant: isDemo ? 'quiet' : 'main', size: 44 })} href={claim}>
          {t('claim')}
        </a>
      </div>
    </Card>
  );
}
