import type { Portfolio } from '@fairlead/contract';
import { Button, KeyValues, Sheet } from '@fairlead/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Amount } from '../../app/parts/Amount.tsx';
import { Gain } from './Gain.tsx';
import { SHOWN_DECIMALS } from './model.ts';

/** How profit and loss is worked out, in the figures of the page. */
export function FormulaSheet({ portfolio }: { portfolio: Portfolio }) {
  const t = useTranslations('portfolio');
  const common = useTranslations('common');
  const [isOpen, setOpen] = useState(false);
  const { days, total } = portfolio;
  const amount = (value: string | undefined) => <Amount value={value} decimals={SHOWN_DECIMALS} />;
  return (
    <>
      <Button variant="text" size={44} className="-me-3.5" onClick={() => setOpen(true)}>
        {t('formula')}
      </Button>
      <Sheet
        open={isOpen}
        onOpenChange={setOpen}
        title={t('formulaTitle')}
        closeLabel={common('close')}
      >
        <p className="pb-3 text-secondary">{t('formulaSentence')}</p>
        <KeyValues
          rows={[
            { label: t('closing'), value: amount(days.at(-1)?.closing_value) },
            { label: `− ${t('opening')}`, value: amount(days[0]?.opening_value) },
            { label: `− ${t('deposits')}`, value: amount(total.deposits) },
            { label: `+ ${t('withdrawals')}`, value: amount(total.withdrawals) },
            { label: `= ${t('pnl')}`, value: <Gain value={total.pnl} />, total: true },
          ]}
        />
        <p className="py-3 text-secondary">{t('formulaValue')}</p>
        <p className="pb-4 text-secondary">{t('formulaReturn')}</p>
      </Sheet>
    </>
  );
}
