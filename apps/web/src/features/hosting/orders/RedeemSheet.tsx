import { useAction } from '@fairlead/calls';
import type { HostingOrder, ResponseOf } from '@fairlead/contract';
import { Button, buttonLook, formatAmount, formatDate, Icon, Note, Sheet } from '@fairlead/ui';
import { useEffect, useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { href } from '../../../app/navigation.ts';
import { tidy } from '../../../data/tidy.ts';
import { refreshHosting } from '../hooks.ts';
import { moneyText, orderFigures } from '../terms.ts';
import { RedeemSums } from './RedeemSums.tsx';

type Redeemed = ResponseOf<'redeemHosting'>;

export interface RedeemSheetProps {
  /** Undefined closes the sheet. */
  order: HostingOrder | undefined;
  onClose: () => void;
}

/** What an early end takes by the server's own figures, then that it is done. */
export function RedeemSheet({ order, onClose }: RedeemSheetProps) {
  const t = useTranslations('hosting');
  const common = useTranslations('common');
  const [done, setDone] = useState<Redeemed>();
  const orderId = order?.id;
  // A day may have been posted since the list was read: then less is taken.
  useEffect(() => {
    setDone(undefined);
    if (orderId !== undefined) void refreshHosting();
  }, [orderId]);
  const redeem = useAction('redeemHosting', {
    invalidates: ['hostingOrders', 'hostingReport', 'hostingProducts', 'wallet', 'records'],
    onSuccess: setDone,
    onError: (error) => {
      if (error.code === 'order_not_open') void refreshHosting();
      return false;
    },
  });
  const shown = done?.order ?? order;
  return (
    <Sheet
      open={order !== undefined}
      onOpenChange={(open) => !open && onClose()}
      dismissible={!redeem.isRunning}
      title={t(done === undefined ? 'redeem.title' : 'redeem.doneTitle')}
      closeLabel={common('close')}
      footer={
        done === undefined ? (
          <RedeemButton
            order={order}
            isRunning={redeem.isRunning}
            onRedeem={({ id }) => void redeem.run({ id })}
          />
        ) : (
          <a
            {...buttonLook({ variant: 'main', block: true })}
            href={href('pages/finance/ordersPage', { status: 'redeemed' })}
          >
            {t('redeem.see')}
          </a>
        )
      }
    >
      {done !== undefined && <Done done={done} />}
      {shown !== undefined && <RedeemSums order={shown} />}
      {done === undefined && order !== undefined && <IfKept order={order} />}
    </Sheet>
  );
}

interface RedeemButtonProps {
  order: HostingOrder | undefined;
  isRunning: boolean;
  onRedeem: (order: HostingOrder) => void;
}

function RedeemButton({ order, isRunning, onRedeem }: RedeemButtonProps) {
  const t = useTranslations('hosting.redeem');
  if (order === undefined) return null;
  return (
    <Button
      variant="danger"
      block
      busy={isRunning}
      disabled={order.status !== 'hosting'}
      onClick={() => onRedeem(order)}
    >
      {t('button', {
        amount: formatAmount(tidy(order.redeemable_amount), undefined, order.currency),
      })}
    </Button>
  );
}

function Done({ done }: { done: Redeemed }) {
  const t = useTranslations('hosting.redeem');
  const { returned, order } = done;
  return (
    <p className="mb-4 flex items-center gap-3" role="status">
      <span className="grid size-10 flex-none place-items-center rounded-full bg-good-tint text-good">
        <Icon name="check" />
      </span>
      <span>{t('done', { amount: formatAmount(tidy(returned), undefined, order.currency) })}</span>
    </p>
  );
}

/** What waiting would bring. */
function IfKept({ order }: { order: HostingOrder }) {
  const t = useTranslations('hosting.redeem');
  const locale = useLocale();
  const figures = orderFigures(order);
  if (order.status !== 'hosting') return <Note kind="info">{t('over')}</Note>;
  if (figures === undefined) return null;
  const { amount, expected, scale } = figures;
  return (
    <p className="mt-3 text-12 text-muted">
      {t('ifKept', {
        date: formatDate(order.completes_at, 'dayMinute', locale),
        amount: formatAmount(moneyText(amount + expected, scale), undefined, order.currency),
      })}
    </p>
  );
}
