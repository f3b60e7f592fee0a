import { lazy, Suspense } from 'react';
import { loadTexts } from '../../../i18n/language.ts';
import type { WithdrawForm } from './use-withdraw.ts';
import type { Inputs } from './withdraw-model.ts';

/** Few exchanges ask: words and looks come where one does. */
const Late = lazy(async () => {
  const [{ Recipient }] = await Promise.all([import('./Recipient.tsx'), loadTexts('recipient')]);
  return { default: Recipient };
});

/** Whose wallet the chosen address is, where that must be said. */
export function LateRecipient({ inputs, form }: { inputs: Inputs; form: WithdrawForm }) {
  const { info, target } = inputs;
  if (info?.asks_recipient !== true || target?.chain === undefined) return null;
  return (
    <Suspense fallback={null}>
      <Late target={target} form={form} />
    </Suspense>
  );
}
