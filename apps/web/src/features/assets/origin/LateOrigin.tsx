import type { DepositRecord, WithdrawalRecord } from '@fairlead/contract';
import { lazy, Suspense } from 'react';
import { loadTexts } from '../../../i18n/language.ts';
import { isChain } from '../custody/chains.ts';

/** Few exchanges ask: words and looks come where one does. */
const Origin = lazy(async () => {
  const [{ OriginForm }] = await Promise.all([import('./OriginForm.tsx'), loadTexts('origin')]);
  return { default: OriginForm };
});
const Prove = lazy(async () => {
  const [{ ProveWallet }] = await Promise.all([import('./ProveWallet.tsx'), loadTexts('origin')]);
  return { default: ProveWallet };
});

/** Whose wallet a deposit came from, where it waits for that. */
export function LateOrigin({ record }: { record: DepositRecord }) {
  const { id, chain, origin } = record;
  if (origin === undefined || !isChain(chain)) return null;
  return (
    <Suspense fallback={null}>
      <Origin key={id} id={id} chain={chain} origin={origin} />
    </Suspense>
  );
}

/** The proof of an own wallet that a withdrawal waits for. */
export function LateProof({ record }: { record: WithdrawalRecord }) {
  const { asks_proof: isAsked, chain, address } = record;
  if (isAsked !== true || !isChain(chain)) return null;
  return (
    <Suspense fallback={null}>
      <Prove chain={chain} addresses={[address]} />
    </Suspense>
  );
}
