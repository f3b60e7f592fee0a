import type { ResponseOf } from '@fairlead/contract';
import { Button, buttonLook, formatPrice, Icon, KeyValues, List, ListRow } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { href } from '../../../app/navigation.ts';
import { Amount } from '../../../app/parts/Amount.tsx';
import { tidy } from '../../../data/tidy.ts';

export interface ConvertDoneProps {
  done: ResponseOf<'convert'>;
  from: string;
  to: string;
  onAgain: () => void;
}

/** What became of it: the two amounts, and the orders that did it with their receipts. */
export function ConvertDone({ done, from, to, onAgain }: ConvertDoneProps) {
  const t = useTranslations('convert');
  const { orders, receipts = [], spent, received } = done;
  const target = orders.at(-1)?.fee_currency ?? to;
  const source = orders[0]?.side === 'sell' ? orders[0].symbol.split('/')[0] : undefined;
  return (
    <section aria-label={t('done')} className="gutter grid gap-4 pt-6 pb-6">
      <div role="status" className="grid justify-items-center gap-2 text-center">
        <span className="grid size-12 place-items-center rounded-full bg-good-tint text-good">
          <Icon name="check" size={24} />
        </span>
        <p className="text-16 font-medium">{t('done')}</p>
        <p className="text-20 font-display">
          <Amount value={tidy(received)} unit={target} />
        </p>
      </div>
      <KeyValues
        rows={[
          { label: t('spent'), value: <Amount value={tidy(spent)} unit={source ?? from} /> },
          { label: t('received'), value: <Amount value={tidy(received)} unit={target} /> },
        ]}
      />
      <div className="-mx-4">
        <List label={t('orders')}>
          {orders.map((order, at) => (
            <ListRow
              key={order.id}
              title={t(`leg.${order.side}`, { symbol: order.symbol })}
              caption={[
                t('order', { id: String(order.id) }),
                receipts[at] !== undefined && t('history.receipt', { id: String(receipts[at]) }),
              ]
                .filter(Boolean)
                .join(' · ')}
              value={
                order.average_price === undefined ? '' : formatPrice(tidy(order.average_price))
              }
              valueCaption={
                <>
                  {t('feeOf')} <Amount value={tidy(order.fee)} unit={order.fee_currency} />
                </>
              }
              {...(receipts[at] !== undefined && {
                chevron: true,
                href: href('pages/settlement/receipt', { id: receipts[at] }),
              })}
            />
          ))}
        </List>
      </div>
      <div className="grid gap-2">
        <Button variant="main" block onClick={onAgain}>
          {t('again')}
        </Button>
        <a {...buttonLook({ size: 44 })} href={href('pages/assets/conversions')}>
          {t('history.list')}
        </a>
      </div>
    </section>
  );
}
