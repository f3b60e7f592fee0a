import { useForm } from '@fairlead/calls';
import type { TaxLineView } from '@fairlead/contract';
import { Button, DecimalField, Field, finishDecimal, formatDate, Sheet } from '@fairlead/ui';
import { useLocale, useTranslations } from 'use-intl';
import { Amount } from '../../app/parts/Amount.tsx';
import { dayText } from '../../data/days.ts';
import { tidy } from '../../data/tidy.ts';
import { costProblems, MEASURE, type StatedCost } from './model.ts';
import type { CostSaving } from './use-cost.ts';

export interface CostSheetProps {
  /** The deposit; undefined closes. */
  line: TaxLineView | undefined;
  saving: CostSaving;
  onClose: () => void;
}

/** What a deposit had cost before it came, and when that was. */
export function CostSheet({ line, saving, onClose }: CostSheetProps) {
  const t = useTranslations('tax.costs');
  const common = useTranslations('common');
  return (
    <Sheet
      open={line !== undefined}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('title')}
      closeLabel={common('close')}
      dismissible={!saving.isRunning}
    >
      {line !== undefined && (
        <CostForm key={line.entry_id} line={line} saving={saving} onDone={onClose} />
      )}
    </Sheet>
  );
}

interface CostFormProps {
  line: TaxLineView;
  saving: CostSaving;
  onDone: () => void;
}

function CostForm({ line, saving, onDone }: CostFormProps) {
  const t = useTranslations('tax.costs');
  const locale = useLocale();
  const came = dayText(new Date(line.time));
  const { stated } = line;
  const form = useForm(
    { cost: stated === undefined ? '' : tidy(stated.cost), acquired: stated?.acquired ?? '' },
    {
      check: (draft) => {
        const { cost, acquired } = costProblems(draft, came);
        return { cost: cost && t(cost), acquired: acquired && t(acquired) };
      },
    },
  );
  const say = async (cost: StatedCost | undefined) => {
    const problems = await saving.save(line, cost);
    if (problems === undefined) onDone();
    else form.show(problems);
  };
  return (
    <form
      {...form.props(({ cost, acquired }) => say({ cost: finishDecimal(cost) ?? '', acquired }))}
      className="grid gap-4 pb-2"
    >
      <p className="text-secondary">
        <Amount value={tidy(line.quantity)} unit={line.currency} />
        {' · '}
        {t('came', { date: formatDate(line.time, 'date', locale) })}
      </p>
      <DecimalField
        label={t('cost')}
        hint={t('costHint')}
        scale={6}
        trailing={<span className="pe-3 text-secondary">{MEASURE}</span>}
        disabled={saving.isRunning}
        {...form.value('cost')}
      />
      <Field
        label={t('acquired')}
        type="date"
        max={came}
        disabled={saving.isRunning}
        {...form.text('acquired')}
      />
      <p className="text-12 text-muted">{t('word')}</p>
      <div className="grid gap-2">
        <Button variant="main" block type="submit" busy={saving.isRunning}>
          {t('save')}
        </Button>
        {stated !== undefined && (
          <Button
            variant="text"
            block
            size={44}
            disabled={saving.isRunning}
            onClick={() => void say(undefined)}
          >
            {t('remove')}
          </Button>
        )}
      </div>
    </form>
  );
}
