import type { Subscription } from '@fairlead/contract';
import { Button, Dock, formatAmount, Note } from '@fairlead/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { LegalSheet } from '../../../app/parts/LegalSheet.tsx';
import { OpenCallNote } from '../../../app/parts/OpenCallNote.tsx';
import { StandstillNote } from '../../../app/parts/StandstillNote.tsx';
import { UpcomingTerms } from '../../../app/parts/UpcomingTerms.tsx';
import { useStandstills } from '../../../data/markets/standstills.ts';
import type { OfferingDetails } from '../model.ts';
import { AmountField } from './AmountField.tsx';
import { CostCard } from './CostCard.tsx';
import { PurchaseConfirm } from './PurchaseConfirm.tsx';
import { type PurchaseRules, shownAmount } from './purchase-model.ts';
import { TopUpSheet } from './TopUpSheet.tsx';
import { usePurchase } from './use-purchase.ts';

export interface PurchaseFormProps {
  offering: OfferingDetails;
  rules: PurchaseRules;
  onDone: (order: Subscription) => void;
  /** Opens the faucet; undefined outside the demo. */
  onFaucet: (() => void) | undefined;
}

/** How much, what it costs, what happens to it, and one button that says what it does. */
export function PurchaseForm({ offering, rules, onDone, onFaucet }: PurchaseFormProps) {
  const t = useTranslations('publication');
  const legal = useTranslations('guidance.legal.names');
  const [isRiskOpen, setRiskOpen] = useState(false);
  const form = usePurchase(offering, rules, onDone);
  const { summary } = form;
  const standstills = useStandstills();
  const isStill = standstills.some(({ product }) => product === 'spot');
  const amount =
    summary.amount === undefined
      ? undefined
      : formatAmount(shownAmount(summary.amount, rules.scale), undefined, offering.currency);
  return (
    <form
      noValidate
      className="gutter grid gap-4 pt-2 pb-20"
      onSubmit={(event) => {
        event.preventDefault();
        form.press();
      }}
    >
      <UpcomingTerms product="offering" productId={offering.id} />
      <OpenCallNote name="subscribe" />
      <StandstillNote product="spot" standstills={standstills} />
      <AmountField
        offering={offering}
        rules={rules}
        value={form.text}
        error={form.problem}
        disabled={form.isRunning}
        onValueChange={form.type}
      />
      <CostCard offering={offering} rules={rules} summary={summary} />
      <Note kind="good">{t('refundNote')}</Note>
      <p className="text-12 text-muted">
        {t('risk')}{' '}
        <button
          type="button"
          className="hit font-medium text-brand"
          onClick={() => setRiskOpen(true)}
        >
          {legal('risk')}
        </button>
      </p>
      <PurchaseConfirm
        open={form.isAsking}
        onOpenChange={form.ask}
        busy={form.isRunning}
        offering={offering}
        rules={rules}
        summary={summary}
        onConfirm={form.confirm}
      />
      <LegalSheet slug="risk" isOpen={isRiskOpen} onOpenChange={setRiskOpen} />
      <Dock>
        <Button type="submit" variant="main" busy={form.isRunning} disabled={isStill}>
          {amount === undefined ? t('subscribe') : t('submit', { amount })}
        </Button>
      </Dock>
      <TopUpSheet
        offering={offering}
        rules={rules}
        missing={summary.missing}
        open={form.isTopUpOpen}
        onOpenChange={form.setTopUpOpen}
        onFaucet={onFaucet}
      />
    </form>
  );
}
