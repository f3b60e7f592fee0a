import type { Position } from '@fairlead/contract';
import {
  formatAmount,
  formatDate,
  formatPrice,
  formatShare,
  formatSigned,
  type KeyValue,
  KeyValues,
  TextLink,
} from '@fairlead/ui';
import { formatDecimal } from '@fairlead/units';
import { useLocale, useTranslations } from 'use-intl';
import { DetailSheet } from '../../../app/parts/DetailSheet.tsx';
import { ShareButton } from '../../../app/share/ShareButton.tsx';
import { trimAmount } from '../amounts.ts';
import { capPrice, figuresOf } from '../figures.ts';
import { receiptHref } from '../links.ts';
import { useScales } from '../use-futures-inputs.ts';
import { priceDecimals, SideTag, useTermsText } from './PositionTerms.tsx';
import { ReasonBadge, reasonOf } from './ReasonBadge.tsx';
import { useSharedPosition } from './use-shared-position.ts';

export interface PositionDetailProps {
  /** Undefined closes the sheet. */
  position: Position | undefined;
  onClose: () => void;
}

/** Everything the server knows of one position, and the receipts that prove it. */
export function PositionDetail({ position, onClose }: PositionDetailProps) {
  const t = useTranslations('futures');
  const sharedOf = useSharedPosition();
  return (
    <DetailSheet
      thing={position}
      title={({ id }) => t('detail.title', { id: String(id) })}
      footer={(shown) => {
        const shared = sharedOf(shown);
        return shared && <ShareButton shared={shared} />;
      }}
      onClose={onClose}
    >
      {(shown) => <Details position={shown} />}
    </DetailSheet>
  );
}

function Details({ position }: { position: Position }) {
  const t = useTranslations('futures');
  const terms = useTermsText(position);
  const facts = useFacts(position);
  const money = useMoney(position);
  const isOver = position.status === 'closed' || position.status === 'cancelled';
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <SideTag side={position.side} />
        <span className="text-16 font-strong">{position.symbol}</span>
        <span className="text-12 text-muted">{terms}</span>
      </div>
      {isOver && (
        <div className="grid gap-1.5">
          <span>
            <ReasonBadge position={position} />
          </span>
          <p className="text-secondary">{t(`why.${reasonOf(position)}`)}</p>
        </div>
      )}
      <KeyValues rows={facts} />
      {money.length > 0 && (
        <div className="border-t border-hairline-strong pt-3">
          <KeyValues rows={money} />
        </div>
      )}
      <Receipts position={position} />
    </div>
  );
}

const present = (rows: readonly (KeyValue | false | undefined)[]): KeyValue[] =>
  rows.filter((row) => row !== false && row !== undefined);

function useFacts(position: Position): KeyValue[] {
  const t = useTranslations('futures.detail');
  const words = useTranslations('futures');
  const locale = useLocale();
  const scale = useScales().get(position.currency_id);
  const held = scale === undefined ? undefined : figuresOf(position, scale);
  const cap = position.status === 'holding' ? held && capPrice(held) : undefined;
  const priceRow = (label: string, price: string | undefined) =>
    price !== undefined && { label, value: formatPrice(price) };
  const timeRow = (label: string, time: number | undefined) =>
    time !== undefined && { label, value: formatDate(time, 'full', locale) };
  const decimals = priceDecimals(position);
  return present([
    position.client_order_id !== undefined && {
      label: t('ownNumber'),
      value: <span className="break-all">{position.client_order_id}</span>,
    },
    position.part_of !== undefined && {
      label: t('partOf'),
      value: words('number', { id: String(position.part_of) }),
    },
    { label: t('type'), value: words(position.type) },
    priceRow(t('limit'), position.price),
    priceRow(t('openPrice'), position.open_price),
    priceRow(t('closePrice'), position.close_price),
    priceRow(t('takeProfit'), position.take_profit),
    priceRow(t('stopLoss'), position.stop_loss),
    position.status === 'holding' && {
      label: t('liquidation'),
      value: formatPrice(position.liquidation_price, decimals),
    },
    cap !== undefined && {
      label: t('cap'),
      value: formatPrice(formatDecimal(cap, 8), decimals),
    },
    timeRow(t('placedAt'), position.created_at),
    timeRow(t('openedAt'), position.opened_at),
    timeRow(t(position.status === 'cancelled' ? 'cancelledAt' : 'closedAt'), endOf(position)),
  ]);
}

const endOf = ({ status, closed_at, updated_at }: Position): number | undefined =>
  status === 'cancelled' ? (closed_at ?? updated_at) : closed_at;

function useMoney(position: Position): KeyValue[] {
  const t = useTranslations('futures.detail');
  const { currency, realised_pnl, insurance_paid, maintenance, status } = position;
  const isClosed = status === 'closed';
  const amount = (text: string | undefined) =>
    formatAmount(text && trimAmount(text), undefined, currency);
  const signed = (text: string) => `${formatSigned(trimAmount(text))}\u00a0${currency}`;
  // Of a holding one it moves with the index: its card says it.
  const net = isClosed ? position.net_pnl : undefined;
  return present([
    { label: t('margin'), value: amount(position.margin) },
    position.margin_added !== undefined && {
      label: t('added'),
      value: amount(position.margin_added),
    },
    maintenance !== undefined && {
      label: `${t('maintenance')} (${formatShare(position.maintenance_rate)})`,
      value: amount(maintenance),
    },
    realised_pnl !== undefined && { label: t('result'), value: signed(realised_pnl) },
    status !== 'cancelled' && { label: t('openFee'), value: amount(position.open_fee) },
    isClosed && { label: t('closeFee'), value: amount(position.close_fee) },
    insurance_paid !== undefined &&
      /[1-9]/.test(insurance_paid) && { label: t('insurance'), value: amount(insurance_paid) },
    net !== undefined && {
      label: t('net'),
      value: signed(net),
      total: true,
      ...(/[1-9]/.test(net) && { tone: net.startsWith('-') ? 'fall' : 'rise' }),
    },
  ]);
}

function Receipts({ position }: { position: Position }) {
  const t = useTranslations('futures.detail');
  const { open_receipt_id, change_receipt_id, receipt_id, status } = position;
  if (open_receipt_id === undefined) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-5 border-t border-hairline-strong pt-1">
      <h3 className="me-auto font-strong">{t('receipts')}</h3>
      <TextLink href={receiptHref(open_receipt_id)} chevron>
        {t('openReceipt')}
      </TextLink>
      {change_receipt_id !== undefined && (
        <TextLink href={receiptHref(change_receipt_id)} chevron>
          {t('changeReceipt')}
        </TextLink>
      )}
      {status === 'closed' && receipt_id !== undefined && (
        <TextLink href={receiptHref(receipt_id)} chevron>
          {t('closeReceipt')}
        </TextLink>
      )}
    </div>
  );
}
