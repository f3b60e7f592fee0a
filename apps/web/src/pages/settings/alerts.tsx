import { LoadingRows, Pending } from '@fairlead/calls';
import { PairButton, SectionHead } from '@fairlead/ui';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { PairSheet } from '../../app/parts/PairSheet.tsx';
import { Screen } from '../../app/Screen.tsx';
import { useQuotations } from '../../data/markets/quotations.ts';
import { readSymbol } from '../../data/markets/read-symbol.ts';
import { AlertForm } from '../../features/notifications/AlertForm.tsx';
import { AlertList } from '../../features/notifications/AlertList.tsx';

/** Own price alerts: `?symbol=BTC/USDT` chooses the market of a new one. */
export function Page() {
  const t = useTranslations('common');
  return (
    <Screen title={t('title.alerts')} className="pb-8">
      <NewAlert />
      <AlertList />
    </Screen>
  );
}

function NewAlert() {
  const t = useTranslations('notifications');
  const [query, setQuery] = useSearchParams();
  const [isChoosing, setChoosing] = useState(false);
  const quotations = useQuotations();
  const list = quotations.data;
  const asked = readSymbol(query);
  const market = list?.find(({ symbol }) => symbol === asked) ?? list?.[0];
  return (
    <section>
      <SectionHead
        title={t('newAlert')}
        end={
          market && (
            <PairButton
              base={market.base}
              quote={market.quote}
              label={t('market')}
              onClick={() => setChoosing(true)}
            />
          )
        }
      />
      <div className="gutter">
        {market === undefined ? (
          <Pending query={quotations} loading={<LoadingRows count={2} />} />
        ) : (
          <AlertForm key={market.symbol} market={market} />
        )}
      </div>
      <PairSheet
        isOpen={isChoosing}
        onClose={() => setChoosing(false)}
        symbol={market?.symbol ?? asked}
        onChoose={(symbol) => setQuery({ symbol }, { replace: true })}
        offers={anyMarket}
        price="index"
      />
    </section>
  );
}

const anyMarket = (): boolean => true;
