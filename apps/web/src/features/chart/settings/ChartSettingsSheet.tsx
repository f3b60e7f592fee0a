import { Checkbox, Chip, Segment, Sheet } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { setChartKind } from './change-settings.ts';
import {
  type ChartKind,
  type ChartSettings,
  mainRow,
  SUB_INDICATORS,
  setChartSettings,
  toggled,
} from './chart-settings.ts';
import { LineSettings } from './LineSettings.tsx';
import { PeriodSettings } from './PeriodSettings.tsx';

export interface ChartSettingsSheetProps {
  isOpen: boolean;
  onClose: () => void;
  symbol: string;
  settings: ChartSettings;
  kind: ChartKind;
  /** The market's product knows no other prices. */
  isFixed: boolean;
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
        <PeriodSettings settings={settings} />
        {!props.isFixed && <Kind {...props} />}
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
        <LineSettings settings={settings} />
        <OwnLines settings={settings} />
      </div>
    </Sheet>
  );
}

function Kind({ symbol, kind, isSimulated }: ChartSettingsSheetProps) {
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
        onValueChange={(next) => setChartKind(symbol, next)}
      />
      <p className="text-12 text-muted">
        {t(`kindSheet.${kind}`)} {isSimulated && t('kindSheet.simulated')}
      </p>
    </section>
  );
}

/** Which of one's own prices stand on the chart. */
function OwnLines({ settings }: { settings: ChartSettings }) {
  const t = useTranslations('chart.lines');
  return (
    <section className="grid gap-2">
      <h3 className="text-12 font-medium text-muted">{t('title')}</h3>
      <Checkbox
        checked={settings.hasOwnLines}
        onCheckedChange={(hasOwnLines) => setChartSettings({ hasOwnLines })}
      >
        {t('own')}
      </Checkbox>
      <Checkbox
        checked={settings.hasOwnFills}
        onCheckedChange={(hasOwnFills) => setChartSettings({ hasOwnFills })}
      >
        {t('fills')}
      </Checkbox>
      <Checkbox
        checked={settings.hasAlertLines}
        onCheckedChange={(hasAlertLines) => setChartSettings({ hasAlertLines })}
      >
        {t('alerts')}
      </Checkbox>
    </section>
  );
}
