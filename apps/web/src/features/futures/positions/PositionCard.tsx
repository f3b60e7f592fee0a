import type { Position } from '@fairlead/contract';
import {
  formatAmount,
  formatNumber,
  formatPrice,
  formatShare,
  KeyValues,
  Masked,
  Meter,
  Term,
} from '@fairlead/ui';
import { memo } from 'react';
import { useTranslations } from 'use-intl';
import { RowsTerm } from '../../../app/parts/RowsTerm.tsx';
import { useSetting } from '../../../data/account/settings.ts';
import { amountText, ratioText, resultOf, shareText, trimAmount } from '../amounts.ts';
import type { HeldFigures, LiveFigures } from '../figures.ts';
import { ActButtons, type PositionActs } from './ActButtons.tsx';
import { Levels } from './Levels.tsx';
import { PositionTitle, priceDecimals } from './PositionTerms.tsx';
import { Stat } from './PositionTotals.tsx';
import { ResultTerm } from './ResultTerm.tsx';
import type { LivePosition } from './use-positions.ts';

export interface PositionCardProps extends PositionActs {
  live: LivePosition;
}

/** From here on the gauge warns, and from there on it alarms. */
const WARN_PPM = 500_000n;
const BAD_PPM = 800_000n;

/** Whether nothing changed that the card shows; its callbacks do the same whenever they were made. */
const isSame = ({ live: before }: PositionCardProps, { live: after }: PositionCardProps): boolean =>
  before.position === after.position &&
  before.held === after.held &&
  before.price === after.price &&
  before.isStale === after.isStale;

/** The result first, then six facts, then how near the end is. */
export const PositionCard = memo(function PositionCard(props: PositionCardProps) {
  const { live, onDetail } = props;
  const { position, isStale } = live;
  return (
    <li
      className={`border-b border-hairline px-4 py-3 last:border-b-0 ${isStale ? 'fl-stale' : ''}`}
    >
      <CardHead live={live} onDetail={onDetail} />
      <CardFacts live={live} />
      <Levels position={position} />
      <Gauge figures={live.live} />
      <div className="mt-2.5 grid grid-cols-2 gap-2">
        <ActButtons {...props} position={position} />
      </div>
    </li>
  );
}, isSame);

function CardHead({ live, onDetail }: Pick<PositionCardProps, 'live' | 'onDetail'>) {
  const t = useTranslations('futures');
  const common = useTranslations('common');
  const isHidden = useSetting('hideBalances');
  const { position, held, live: figures } = live;
  const net = figures?.net;
  const tone = net === undefined || net === 0n ? '' : net > 0n ? 'text-rise' : 'text-fall';
  const mask = (text: string) => (
    <Masked masked={isHidden} label={common('hidden')}>
      {text}
    </Masked>
  );
  return (
    <div className="relative">
      <div className="flex items-center justify-between gap-2">
        <PositionTitle position={position} onDetail={onDetail} />
        <span className={`text-16 font-strong whitespace-nowrap ${tone}`}>
          {mask(resultOf(net, held?.quoteScale ?? 2))}
        </span>
      </div>
      <div className="mt-1 flex justify-between gap-3 text-12">
        <span className="text-muted">
          {t('isolated')}{' '}
          {mask(formatAmount(trimAmount(position.margin), undefined, position.currency))}
        </span>
        {figures && (
          <span className={`font-medium whitespace-nowrap ${tone}`}>
            {t('ofMargin', { percent: shareText(figures.sharePpm) })}
          </span>
        )}
      </div>
      {figures && held && !isHidden && (
        <p className="mt-0.5 text-end text-12 text-muted">
          <ResultTerm {...figures} openFee={held.openFee} scale={held.quoteScale} />
        </p>
      )}
    </div>
  );
}

function CardFacts({ live }: { live: LivePosition }) {
  const t = useTranslations('futures');
  const { position, index } = live;
  const { open_price, take_profit, stop_loss, liquidation_price } = position;
  const decimals = priceDecimals(position);
  return (
    <dl className="mt-2 grid grid-cols-3 gap-x-2 gap-y-1.5">
      <Stat label={t('opened_at')}>{formatPrice(open_price)}</Stat>
      <Stat label={t('index')} align="center">
        <span className="fl-price">
          {formatPrice(index?.price ?? position.current_price, decimals)}
        </span>
      </Stat>
      <Stat label={<LiquidationTerm live={live} />} align="right">
        {formatPrice(liquidation_price, decimals)}
      </Stat>
      <Stat label={t('takeProfit')}>{formatPrice(take_profit)}</Stat>
      <Stat label={t('stopLoss')} align="center">
        {formatPrice(stop_loss)}
      </Stat>
      <Stat label={<RatioTerm live={live} />} align="right">
        <span className={toneOf(live.live?.ratioPpm)}>{ratioText(live.live?.ratioPpm)}</span>
      </Stat>
    </dl>
  );
}

/** Of a margin ratio. */
export const toneOf = (ppm: bigint | undefined): string =>
  ppm === undefined || ppm < WARN_PPM ? '' : ppm < BAD_PPM ? 'text-warn' : 'text-bad';

function LiquidationTerm({ live: { position } }: { live: LivePosition }) {
  const t = useTranslations('futures');
  const rate = formatShare(position.maintenance_rate);
  return (
    <RowsTerm
      title={t('liquidation')}
      sentence={t('term.liquidation')}
      rows={[
        { label: t('opened_at'), value: formatPrice(position.open_price) },
        { label: t('multiple'), value: `${position.multiple}×` },
        { label: t('term.maintenanceRate'), value: rate },
        {
          label: t('liquidation'),
          value: formatPrice(position.liquidation_price, priceDecimals(position)),
          total: true,
        },
      ]}
    >
      {t('liquidation')}
    </RowsTerm>
  );
}

function RatioTerm({ live: { position, held, live } }: { live: LivePosition }) {
  const t = useTranslations('futures');
  const common = useTranslations('common');
  return (
    <Term
      title={t('ratio')}
      sentence={t('term.ratio')}
      closeLabel={common('close')}
      example={held && live && <RatioExample position={position} held={held} live={live} />}
    >
      {t('ratio')}
    </Term>
  );
}

interface RatioExampleProps {
  position: Position;
  held: HeldFigures;
  live: LiveFigures;
}

function RatioExample({ position, held, live }: RatioExampleProps) {
  const t = useTranslations('futures');
  const text = (amount: Parameters<typeof amountText>[0]) =>
    formatNumber(amountText(amount, held.quoteScale));
  return (
    <KeyValues
      rows={[
        {
          label: t('term.ratioNeeded', { rate: formatShare(position.maintenance_rate) }),
          value: text(held.maintenance),
        },
        {
          label: t('term.ratioEquity', {
            margin: text(held.margin),
            result: resultOf(live.gross, held.quoteScale),
          }),
          value: text(live.equity),
        },
        {
          label: `${text(held.maintenance)} ÷ ${text(live.equity)}`,
          value: ratioText(live.ratioPpm),
          total: true,
        },
      ]}
    />
  );
}

function Gauge({ figures }: { figures: LiveFigures | undefined }) {
  const t = useTranslations('futures');
  const ppm = figures === undefined ? 0n : (figures.ratioPpm ?? 1_000_000n);
  const tone = ppm >= BAD_PPM ? 'bad' : ppm >= WARN_PPM ? 'warn' : 'brand';
  return (
    <div className="mt-1.5">
      <Meter
        share={Number(ppm) / 1_000_000}
        tone={tone}
        label={t('ratioLabel', { percent: ratioText(figures?.ratioPpm) })}
      />
    </div>
  );
}
