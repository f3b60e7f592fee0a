import { useTranslations } from 'use-intl';
import {
  type ChartKind,
  type ChartSettings,
  drawnSub,
  mainRow,
  SUB_INDICATORS,
  setChartSettings,
  toggled,
} from '../settings/chart-settings.ts';

/** One tap turns a line on or off; the time-share line has the mean in the place of the EMA. */
export function IndicatorBar({ settings, kind }: { settings: ChartSettings; kind: ChartKind }) {
  const t = useTranslations('chart');
  const isLine = settings.period === 'time';
  const sub = drawnSub(settings, kind);
  const main = mainRow(settings);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset brings a look that cannot be undone
    <div
      role="group"
      aria-label={t('indicators')}
      className="gutter flex h-11 items-center gap-1 overflow-x-auto border-t border-hairline [scrollbar-width:none]"
    >
      {isLine && (
        <Toggle
          label={t('mean')}
          isOn={settings.hasMean}
          onToggle={() => setChartSettings({ hasMean: !settings.hasMean })}
        />
      )}
      {main.all.map((name) => (
        <Toggle
          key={name}
          label={name}
          isOn={main.shown.includes(name)}
          isDisabled={name === 'VWAP' && kind === 'index'}
          onToggle={() => main.toggle(name)}
        />
      ))}
      <i className="mx-2 h-4 w-px flex-none bg-hairline-strong" aria-hidden="true" />
      {SUB_INDICATORS.map((name) => (
        <Toggle
          key={name}
          label={name}
          isOn={sub.includes(name)}
          isDisabled={name === 'VOL' && kind === 'index'}
          onToggle={() => setChartSettings({ sub: toggled(SUB_INDICATORS, settings.sub, name) })}
        />
      ))}
    </div>
  );
}

interface ToggleProps {
  label: string;
  isOn: boolean;
  isDisabled?: boolean;
  onToggle: () => void;
}

function Toggle({ label, isOn, isDisabled = false, onToggle }: ToggleProps) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      className="-mx-0.5 h-11 flex-none px-2 font-medium text-muted first:-ml-2 aria-pressed:text-brand disabled:text-disabled"
      disabled={isDisabled}
      onClick={onToggle}
    >
      {label}
    </button>
  );
}
