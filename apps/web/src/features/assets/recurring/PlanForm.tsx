import { useAction } from '@fairlead/calls';
import { makeIdempotencyKey } from '@fairlead/client';
import {
  Button,
  Chip,
  CoinMark,
  DecimalField,
  Field,
  languageTag,
  Note,
  Segment,
  Select,
  Sheet,
  toast,
} from '@fairlead/ui';
import { useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { Amount } from '../../../app/parts/Amount.tsx';
import { decimalsOf } from '../../../data/markets/market-rules.ts';
import { useQuotations } from '../../../data/markets/quotations.ts';
import { tidy } from '../../../data/tidy.ts';
import { balancesOf } from '../model.ts';
import { useWallet } from '../use-wallet.ts';
import {
  clockOf,
  type Draft,
  HOURS,
  MONTH_DAYS,
  newDraft,
  problemOf,
  RHYTHMS,
  requestOf,
  WEEK,
  weekdayName,
} from './model.ts';

interface FormProps {
  isOpen: boolean;
  onClose: () => void;
}

interface PartProps {
  draft: Draft;
  set: (part: Partial<Draft>) => void;
  problems: Readonly<Record<string, string>>;
}

/** What to buy, for how much, when, and where to stop. */
export function PlanForm({ isOpen, onClose }: FormProps) {
  const t = useTranslations('recurring');
  const common = useTranslations('common');
  const { data: quotations = [] } = useQuotations();
  const [name] = useState(makeIdempotencyKey);
  const [typed, setTyped] = useState<Draft>();
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const draft = typed ?? newDraft(quotations[0]?.symbol ?? '');
  const create = useAction('createRecurringPlan', {
    invalidates: ['recurringPlans'],
    onSuccess: () => {
      toast({ kind: 'good', text: t('created') });
      onClose();
    },
    onError: ({ fields }) => {
      if (fields === undefined) return false;
      setProblems(fields);
      return true;
    },
  });
  const set = (part: Partial<Draft>) => {
    setTyped({ ...draft, ...part });
    setProblems({});
  };
  const send = () => {
    const problem = problemOf(draft);
    if (problem === undefined) void create.run(requestOf(draft, name));
    else setProblems({ [problem]: t(`problems.${problem}`) });
  };
  return (
    <Sheet
      open={isOpen}
      onOpenChange={(open) => !open && onClose()}
      title={t('create')}
      closeLabel={common('close')}
      dismissible={!create.isRunning}
      footer={
        <Button variant="main" block busy={create.isRunning} onClick={send}>
          {t('begin')}
        </Button>
      }
    >
      <div className="grid gap-4 pb-2">
        <What {...{ draft, set, problems }} />
        <When {...{ draft, set, problems }} />
        <Limits {...{ draft, set, problems }} />
        <Note>{t('how')}</Note>
      </div>
    </Sheet>
  );
}

function What({ draft, set, problems }: PartProps) {
  const t = useTranslations('recurring');
  const common = useTranslations('common');
  const { data: quotations = [] } = useQuotations();
  const wallet = useWallet();
  const [, quote = ''] = draft.symbol.split('/');
  const balance =
    wallet.data && balancesOf(wallet.data, 'coin').find(({ name }) => name === quote)?.available;
  return (
    <>
      <Select
        label={t('market')}
        value={draft.symbol}
        options={quotations.map(({ symbol }) => ({
          value: symbol,
          label: symbol,
          leading: <CoinMark code={symbol.split('/')[0] ?? symbol} size={24} />,
        }))}
        onValueChange={(symbol) => set({ symbol, maxPrice: '' })}
        closeLabel={common('close')}
      />
      <DecimalField
        label={t('each')}
        labelEnd={
          <span className="text-12 text-muted">
            {t('available')} <Amount value={balance && tidy(balance)} unit={quote} />
          </span>
        }
        scale={6}
        value={draft.amount}
        onValueChange={(amount) => set({ amount })}
        error={problems['amount']}
        trailing={<span className="fl-field-unit pe-3">{quote}</span>}
      />
    </>
  );
}

function When({ draft, set, problems }: PartProps) {
  const t = useTranslations('recurring');
  const common = useTranslations('common');
  const tag = languageTag(useLocale());
  const { rhythm, weekdays } = draft;
  const toggle = (day: number) =>
    set({ weekdays: WEEK.filter((each) => (each === day) !== weekdays.includes(each)) });
  return (
    <>
      <Segment
        label={t('days')}
        value={rhythm}
        options={RHYTHMS.map((value) => ({ value, label: t(`rhythms.${value}`) }))}
        onValueChange={(value) => set({ rhythm: value })}
      />
      {rhythm === 'weekly' && (
        <fieldset className="min-w-0">
          <legend className="fl-label">{t('weekdays')}</legend>
          <div className="grid grid-cols-7 gap-1">
            {WEEK.map((day) => (
              <Chip
                key={day}
                className="px-0.5"
                pressed={weekdays.includes(day)}
                onClick={() => toggle(day)}
              >
                {weekdayName(day, tag)}
              </Chip>
            ))}
          </div>
          {problems['weekdays'] !== undefined && (
            <p role="alert" className="text-12 text-fall">
              {problems['weekdays']}
            </p>
          )}
        </fieldset>
      )}
      <div className="grid grid-cols-2 gap-3">
        {rhythm === 'monthly' && (
          <Select
            label={t('monthDay')}
            value={String(draft.monthDay)}
            options={MONTH_DAYS.map((day) => ({ value: String(day), label: String(day) }))}
            onValueChange={(day) => set({ monthDay: Number(day) })}
            closeLabel={common('close')}
          />
        )}
        <Select
          label={t('time')}
          value={String(draft.hour)}
          options={HOURS.map((hour) => ({ value: String(hour), label: clockOf(hour * 60) }))}
          onValueChange={(hour) => set({ hour: Number(hour) })}
          closeLabel={common('close')}
        />
      </div>
    </>
  );
}

/** Each may be left empty. */
function Limits({ draft, set, problems }: PartProps) {
  const t = useTranslations('recurring');
  const { data: quotations = [] } = useQuotations();
  const tick = quotations.find(({ symbol }) => symbol === draft.symbol)?.tick_size;
  const [, quote = ''] = draft.symbol.split('/');
  const unit = <span className="fl-field-unit pe-3">{quote}</span>;
  return (
    <fieldset className="grid min-w-0 gap-3">
      <legend className="pb-2 text-16 font-strong">{t('limits')}</legend>
      <DecimalField
        label={t('total')}
        placeholder={t('noLimit')}
        scale={6}
        value={draft.total}
        onValueChange={(total) => set({ total })}
        error={problems['total']}
        trailing={unit}
      />
      <DecimalField
        counted="steps"
        label={t('maxPrice')}
        placeholder={t('noLimit')}
        scale={tick === undefined ? 8 : decimalsOf(tick)}
        value={draft.maxPrice}
        onValueChange={(maxPrice) => set({ maxPrice })}
        error={problems['max_price']}
        trailing={unit}
      />
      <Field
        label={t('until')}
        type="date"
        value={draft.until}
        error={problems['until']}
        onChange={({ target }) => set({ until: target.value })}
      />
    </fieldset>
  );
}
