import { formatDate, formatPrice } from '@fairlead/ui';
import { useLocale, useTranslations } from 'use-intl';
import { type Level, type LevelRule, plain } from '../check/rule.ts';
import { plainShare } from '../check/text.ts';
import { Step } from './Step.tsx';

export interface LevelStepProps {
  number: number;
  rule: LevelRule;
  /** Of the sample. */
  timeMs: number | undefined;
}

/** The price that came among those it is measured against, from the highest down. */
export function LevelStep({ number, rule, timeMs }: LevelStepProps) {
  const t = useTranslations('receipt.rule');
  const locale = useLocale();
  const { levels, values, title, detail } = rule;
  const index = levels.find(({ look }) => look === 'sample')?.price;
  const words = {
    side: '',
    factor: '',
    tick: '',
    multiple: '',
    cause: '',
    to: '',
    first: '',
    last: '',
    one: '',
    ...values,
    rate: plainShare(values['rate']),
    trail: plainShare(values['trail']),
    price: formatPrice(plain(values['price'])),
    index: formatPrice(index),
    time: formatDate(timeMs, 'time', locale),
  };
  return (
    <Step number={number} title={t(title, words)}>
      <ul className="my-1.5">
        {levels.map((level) => (
          <LevelRow key={level.name} level={level} />
        ))}
      </ul>
      <p className="text-12 text-muted">{t(detail, words)}</p>
    </Step>
  );
}

const LINES = {
  sample: 'border-t-2 border-text',
  line: 'border-t border-dashed border-brand',
  quiet: 'border-t border-hairline-strong',
};
const WORDS = {
  sample: 'font-strong',
  line: 'font-medium text-brand',
  quiet: 'text-muted',
};

function LevelRow({ level }: { level: Level }) {
  const t = useTranslations('receipt.level');
  const locale = useLocale();
  const { name, price, look, timeMs } = level;
  return (
    <li className={`flex h-7 items-center gap-2 text-12 ${WORDS[look]}`}>
      <span className="whitespace-nowrap">
        {t(name, { time: formatDate(timeMs, 'time', locale) })}
      </span>
      <span className={`relative flex-1 ${LINES[look]}`}>
        {look === 'sample' && (
          <span className="absolute inset-x-0 top-1/2 mx-auto -mt-px size-3 [translate:0_-50%] rounded-full border-2 border-brand bg-brand" />
        )}
      </span>
      <span className="whitespace-nowrap">{formatPrice(price)}</span>
    </li>
  );
}
