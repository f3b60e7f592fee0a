import { useAction } from '@fairlead/calls';
import type { StopLevel } from '@fairlead/contract';
import {
  Button,
  DecimalField,
  finishDecimal,
  formatNumber,
  formatPrice,
  Segment,
  StepperField,
  toast,
} from '@fairlead/ui';
import { decimalsOf, formatDecimal } from '@fairlead/units';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { priceDecimals } from './PositionTerms.tsx';
import { readStop, referenceOf } from './read-stop.ts';
import { stopProblem } from './stops.ts';
import type { LivePosition } from './use-positions.ts';

/** The engine takes no more of one position. */
const LEVELS_MAX = 10;

/** Stops of parts: those that are there, and a form for one more or one of them. */
export function StopLevels({ live }: { live: LivePosition }) {
  const t = useTranslations('futures.levels');
  const { levels = [] } = live.position;
  const [editing, setEditing] = useState<StopLevel | 'new'>();
  const isFull = levels.length >= LEVELS_MAX;
  return (
    <section className="grid gap-2 border-t border-hairline-strong pt-3" aria-label={t('title')}>
      <h3 className="font-strong">{t('title')}</h3>
      {levels.length > 0 && (
        <ul>
          {levels.map((level) => (
            <LevelRow key={level.id} live={live} level={level} onEdit={() => setEditing(level)} />
          ))}
        </ul>
      )}
      {editing === undefined ? (
        <Button size={44} disabled={isFull} onClick={() => setEditing('new')}>
          {isFull ? t('full', { count: String(LEVELS_MAX) }) : t('add')}
        </Button>
      ) : (
        <LevelForm
          key={editing === 'new' ? 'new' : editing.id}
          live={live}
          level={editing === 'new' ? undefined : editing}
          onDone={() => setEditing(undefined)}
        />
      )}
      <p className="text-12 text-muted">{t('sentence')}</p>
    </section>
  );
}

interface LevelRowProps {
  live: LivePosition;
  level: StopLevel;
  onEdit: () => void;
}

function LevelRow({ live: { position }, level, onEdit }: LevelRowProps) {
  const t = useTranslations('futures');
  const { id, stop, price, lots } = level;
  const action = useAction('removeStopLevel', {
    invalidates: ['positions'],
    onSuccess: () => toast({ kind: 'good', text: t('levels.removed') }),
  });
  const remove = () => void action.run({ position_id: position.id, level_id: id });
  return (
    <li className="flex items-center gap-3 border-b border-hairline py-1 last:border-b-0">
      <span className="min-w-0 flex-1">
        {t('levels.line', {
          stop: t(stop === 'take_profit' ? 'takeProfit' : 'stopLoss'),
          price: formatPrice(price, priceDecimals(position)),
        })}{' '}
        <span className="text-12 text-muted">
          {t('lotsOf', { count: lots, lots: formatNumber(String(lots)) })}
        </span>
      </span>
      <button
        type="button"
        className="h-11 font-medium text-brand"
        aria-label={t('levels.edit', { id: String(id) })}
        onClick={onEdit}
      >
        {t('levels.change')}
      </button>
      <button
        type="button"
        className="h-11 font-medium text-brand disabled:text-disabled"
        aria-label={t('levels.remove', { id: String(id) })}
        disabled={action.isRunning}
        onClick={remove}
      >
        {t('stops.remove')}
      </button>
    </li>
  );
}

interface LevelFormProps {
  live: LivePosition;
  /** Undefined for a new one. */
  level: StopLevel | undefined;
  onDone: () => void;
}

function LevelForm({ live, level, onDone }: LevelFormProps) {
  const t = useTranslations('futures');
  const { position } = live;
  const [stop, setStop] = useState<StopLevel['stop']>(level?.stop ?? 'take_profit');
  const [priceTyped, setPrice] = useState(level?.price ?? '');
  const [lotsTyped, setLots] = useState(String(level?.lots ?? Math.ceil(position.lots / 2)));
  const typed = readStop(priceTyped, position.price_step);
  const lots = Number(lotsTyped);
  const areLots = Number.isSafeInteger(lots) && lots >= 1 && lots <= position.lots;
  const priceError = useLevelError(live, stop, typed);
  const action = useAction('setStopLevel', {
    invalidates: ['positions'],
    onSuccess: () => toast({ kind: 'good', text: t('levels.saved') }),
  });
  const save = async () => {
    const done = await action.run({
      position_id: position.id,
      ...(level !== undefined && { level_id: level.id }),
      stop,
      price: finishDecimal(priceTyped) ?? '',
      lots,
    });
    if (done !== undefined) onDone();
  };
  return (
    <div className="grid gap-2">
      {level === undefined && (
        <Segment<StopLevel['stop']>
          label={t('levels.kind')}
          size={36}
          value={stop}
          options={[
            { value: 'take_profit', label: t('takeProfit') },
            { value: 'stop_loss', label: t('stopLoss') },
          ]}
          onValueChange={setStop}
        />
      )}
      <DecimalField
        counted="steps"
        label={t('levels.price', { currency: position.currency })}
        stacked
        value={priceTyped}
        placeholder="0"
        scale={decimalsOf(position.price_step)}
        error={priceError}
        onValueChange={setPrice}
      />
      <StepperField
        label={t('lots')}
        lessLabel={t('lessLots')}
        moreLabel={t('moreLots')}
        value={lotsTyped}
        unit={t('lotsUnit', { count: areLots ? lots : 0 })}
        onValueChange={setLots}
        step="1"
        minimum="1"
        maximum={String(position.lots)}
        scale={0}
        error={!areLots && t('problem.lots_above', { lots: formatNumber(String(position.lots)) })}
      />
      <Button
        size={44}
        variant="main"
        busy={action.isRunning}
        disabled={typed.price === undefined || priceError !== undefined || !areLots}
        onClick={() => void save()}
      >
        {t('levels.save')}
      </Button>
    </div>
  );
}

/** What is wrong with a level's price: its step, or the side of the index or limit that it is on. */
function useLevelError(
  live: LivePosition,
  stop: StopLevel['stop'],
  typed: ReturnType<typeof readStop>,
): string | undefined {
  const t = useTranslations('futures.problem');
  const { position } = live;
  if (typed.error !== undefined) return t(typed.error, { step: formatPrice(position.price_step) });
  const reference = referenceOf(live);
  const { side } = position;
  const isTake = stop === 'take_profit';
  const problem = stopProblem({
    side,
    reference,
    takeProfit: isTake ? typed.price : undefined,
    stopLoss: isTake ? undefined : typed.price,
  });
  if (problem === undefined) return undefined;
  const price = formatPrice(reference && formatDecimal(reference, 8), priceDecimals(position));
  const isAbove = (side === 'long') === isTake;
  if (isTake) return t(isAbove ? 'take_above' : 'take_below', { price });
  return t(isAbove ? 'stop_above' : 'stop_below', { price });
}
