import { Button, Field } from '@fairlead/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { readColours } from '../candles/chart-colours.ts';
import { lineColours } from '../indicators/legends.ts';
import { readLength, setColour } from './change-settings.ts';
import {
  type ChartSettings,
  DEFAULT_LENGTHS,
  type Indicator,
  LENGTH_MAX,
  LINE_COUNTS,
  MAIN_INDICATORS,
  mainRow,
  SUB_INDICATORS,
  setChartSettings,
} from './chart-settings.ts';

const WITH_LINES = [...MAIN_INDICATORS, ...SUB_INDICATORS].filter((name) => LINE_COUNTS[name] > 0);

/** Of each indicator that is shown: how long it looks back, and the colours of its lines. */
export function LineSettings({ settings }: { settings: ChartSettings }) {
  const t = useTranslations('chart');
  const drawn: readonly Indicator[] = [...mainRow(settings).shown, ...settings.sub];
  const shown = WITH_LINES.filter((name) => drawn.includes(name));
  if (shown.length === 0) return null;
  return (
    <section className="grid gap-2">
      <div className="flex items-center justify-between">
        <h3 className="text-12 font-medium text-muted">{t('lengths')}</h3>
        <Button
          variant="text"
          size={36}
          onClick={() => setChartSettings({ lengths: DEFAULT_LENGTHS, colours: {} })}
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
          <LineColours name={name} settings={settings} />
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

function LineColours({ name, settings }: { name: Indicator; settings: ChartSettings }) {
  const t = useTranslations('chart');
  const themed = lineColours(readColours(document.documentElement));
  const lines = themed.slice(0, LINE_COUNTS[name]);
  return (
    <div className="col-span-3 col-start-2 grid grid-cols-subgrid">
      {lines.map((colour, line) => (
        <input
          // biome-ignore lint/suspicious/noArrayIndexKey: the place is which line it is
          key={line}
          type="color"
          className="h-11 w-full cursor-pointer rounded-8 bg-control p-1.5"
          aria-label={t('colourOf', { indicator: name, position: String(line + 1) })}
          value={settings.colours[name]?.[line] ?? colour}
          onChange={(event) => setColour(name, line, event.target.value)}
        />
      ))}
    </div>
  );
}
