import { LoadingRows, Pending, useApi } from '@fairlead/calls';
import type { OptionOrder } from '@fairlead/contract';
import { buttonLook, EmptyState, List, SectionHead, TextLink } from '@fairlead/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { href } from '../../../app/navigation.ts';
import { useIsLoggedIn } from '../../../data/account/session.ts';
import { logInHref } from '../ticket/Gate.tsx';
import { OrderDetail } from './OrderDetail.tsx';
import { SettledRow } from './SettledRow.tsx';

export interface SettledProps {
  /** The market that the page is about. */
  symbol: string;
}

const SHOWN = 5;

/** The newest results of all markets; the rest is one tap away. */
export function Settled({ symbol }: SettledProps) {
  const t = useTranslations('options.settled');
  const isLoggedIn = useIsLoggedIn();
  return (
    <section className="mt-1">
      <SectionHead
        title={t('title')}
        end={
          isLoggedIn && (
            <TextLink className="ps-7" href={href('pages/option/orders', { status: 'settled' })}>
              {t('all')}
            </TextLink>
          )
        }
      />
      {isLoggedIn ? <Rows symbol={symbol} /> : <ForGuests symbol={symbol} />}
    </section>
  );
}

/** In place of orders of one's own. */
export function ForGuests({ symbol }: SettledProps) {
  const t = useTranslations('options');
  return (
    <EmptyState
      action={
        <a {...buttonLook({ size: 36 })} href={logInHref(symbol)}>
          {t('gate.logIn')}
        </a>
      }
    >
      {t('settled.guest')}
    </EmptyState>
  );
}

function Rows({ symbol }: SettledProps) {
  const t = useTranslations('options.settled');
  const query = useApi('optionOrders', { status: 'settled', page: 1, limit: SHOWN });
  const [opened, setOpened] = useState<OptionOrder>();
  if (query.data === undefined)
    return (
      <Pending
        query={query}
        loading={<LoadingRows count={2} mark={false} />}
        failed={t('failed')}
      />
    );
  if (query.data.list.length === 0) return <EmptyState>{t('none')}</EmptyState>;
  return (
    <>
      <List label={t('title')}>
        {query.data.list.map((order) => (
          <SettledRow key={order.id} order={order} symbol={symbol} onOpen={setOpened} />
        ))}
      </List>
      <OrderDetail order={opened} onClose={() => setOpened(undefined)} />
    </>
  );
}
