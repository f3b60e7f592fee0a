import { Button, Chip, Field, Segment, Sheet } from '@fairlead/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import {
  type ChartKind,
  type ChartSettings,
  DEFAULT_LENGTHS,
  type Indicator,
  LENGTH_MAX,
  MAIN_INDICATORS,
  mainRow,
  readLength,
  SUB_INDICATORS,
  setChartSettings,
  toggled,
} from './indicators.ts';
import { ALL_PERIODS, PERIOD_LABELS } from './periods.ts';

export interface ChartSettingsSheetProps {
  isOpen: boolean;
  onClose: () => void;
  settings: ChartSettings;
  kind: ChartKind;
  isSimulated: boolean;
}

/** All periods, whose prices, which lines and how long they look back. */
export function ChartSettingsSheet(props: ChartSettingsSheetProps) {
  const { isOpen, onClose, settings } = props;
  const t = useTranslations('chart');
  const common = useTranslations('common');
  const main = mainRow(settings);
  return (
    <Sheet
      open={isOpen}
      onOpenChange={(open) => !open && onClose()}
      title={t('settings')}
      closeLabel={common('close')}
    >
      <div className="grid gap-4">
        <Periods settings={settings} />
        <Kind {...props} />
        <section className="grid gap-2">
          <h3 className="text-12 font-medium text-muted">{t('main')}</h3>
          <div className="flex flex-wrap gap-2">
            {main.all.map((name) => (
              <Chip
                key={name}
                pressed={main.shown.includes(name)}
                onClick={() => main.toggle(name)}
              >
                {name}
              </Chip>
            ))}
          </div>
        </section>
        <section className="grid gap-2">
          <h3 className="text-12 font-medium text-muted">{t('sub')}</h3>
          <div className="flex flex-wrap gap-2">
            {SUB_INDICATORS.map((name) => (
              <Chip
                key={name}
                pressed={settings.sub.includes(name)}
                onClick={() =>
                  setChartSettings({ sub: toggled(SUB_INDICATORS, settings.sub, name) })
                }
              >
                {name}
              </Chip>
            ))}
          </div>
        </section>
        <Lengths settings={settings} />
      </div>
    </Sheet>
  );
}

function Periods({ settings }: { settings: ChartSettings }) {
  const t = useTranslations('chart');
  return (
    <section className="grid gap-2">
      <h3 className="text-12 font-medium text-muted">{t('periods')}</h3>
      <div className="flex flex-wrap gap-2">
        {ALL_PERIODS.map((period) => (
          <Chip
            key={period}
            pressed={settings.period === period}
            onClick={() => setChartSettings({ period })}
          >
            {period === 'time' ? t('period.time') : PERIOD_LABELS[period]}
          </Chip>
        ))}
      </div>
    </section>
  );
}

function Kind({ kind, isSimulated }: ChartSettingsSheetProps) {
  const t = useTranslations('chart');
  return (
    <section className="grid gap-2">
      <h3 className="text-12 font-medium text-muted">{t('kind')}</h3>
      <Segment<ChartKind>
        label={t('kind')}
        value={kind}
        options={[
          { value: 'trade', label: t('trade') },
          { value: 'index', label: t('index') },
        ]}
        onValueChange={(next) => setChartSettings({ kind: next })}
      />
      <p className="text-12 text-muted">
        {t(`kindSheet.${kind}`)} {isSimulated && t('kindSheet.simulated')}
      </p>
    </section>
  );
}

const WITH_LENGTHS = [...MAIN_INDICATORS, ...SUB_INDICATORS].filter(
  (name) => DEFAULT_LENGTHS[name].length > 0,
);

function Lengths({ settings }: { settings: ChartSettings }) {
  const t = useTranslations('chart');
  const shown = WITH_LENGTHS.filter(
    (name) => settings.main.some((one) => one === name) || settings.sub.some((one) => one === name),
  );
  if (shown.length === 0) return null;
  return (
    <section className="grid gap-2">
      <div className="flex items-center justify-between">
        <h3 className="text-12 font-medium text-muted">{t('lengths')}</h3>
        <Button
          variant="text"
          size={36}
          onClick={() => setChartSettings({ lengths: DEFAULT_LENGTHS })}
        >
          {t('reset')}
        </Button>
      </div>
      {shown.map((name) => (
        <div key={name} className="grid grid-cols-[56px_repeat(3,minmax(0,1fr))] items-start gap-2">
          <span className="flex h-12 items-center font-medium">{name}</span>
          {settings.lengths[name].map((length, position) => (
            <LengthField
              // biome-ignore lint/suspicious/noArrayIndexKey: the place is what the number means
              key={`${position}-${length}`}
              name={name}
              position={position}
              settings={settings}
            />
          ))}
        </div>
      ))}
    </section>
  );
}

interface LengthFieldProps {
  name: Indicator;
  position: number;
  settings: ChartSettings;
}

function LengthField({ name, position, settings }: LengthFieldProps) {
  const t = useTranslations('chart');
  const lengths = settings.lengths[name];
  const [text, setText] = useState(String(lengths[position] ?? ''));
  const value = readLength(text);
  const keep = () => {
    if (value === undefined || value === lengths[position]) return;
    const changed = lengths.map((length, index) => (index === position ? value : length));
    setChartSettings({ lengths: { ...settings.lengths, [name]: changed } });
  };
  return (
    <Field
      label={t('lengthOf', { indicator: name, position: String(position + 1) })}
      labelHidden
      inputMode="numeric"
      maxLength={String(LENGTH_MAX).length}
      value={text}
      error={value === undefined ? t('lengthBad') : undefined}
      onChange={(event) => setText(event.target.value)}
      onBlur={keep}
      onKeyDown={(event) => event.key === 'Enter' && keep()}
    />
  );
}
