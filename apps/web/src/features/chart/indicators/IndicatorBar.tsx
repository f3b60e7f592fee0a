import { useTranslations } from 'use-intl';
import { FoldRow } from '../FoldRow.tsx';
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
    <div className="gutter flex min-h-11 flex-none items-start border-t border-hairline">
      <FoldRow
        role="group"
        label={t('indicators')}
        words={[isLine && t('mean'), ...main.all].join()}
        className="gap-1"
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
        <i className="mx-2 h-4 w-px flex-none self-center bg-hairline-strong" aria-hidden="true" />
        {SUB_INDICATORS.map((name) => (
          <Toggle
            key={name}
            label={name}
            isOn={sub.includes(name)}
            isDisabled={name === 'VOL' && kind === 'index'}
            onToggle={() => setChartSettings({ sub: toggled(SUB_INDICATORS, settings.sub, name) })}
          />
        ))}
      </FoldRow>
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
      className="-mx-0.5 h-11 flex-none px-2 font-medium text-muted first:-ms-2 aria-pressed:text-brand disabled:text-disabled"
      disabled={isDisabled}
      onClick={onToggle}
    >
      {label}
    </button>
  );
}
