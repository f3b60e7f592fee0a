import { formatAmount } from '@fairlead/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { tidy } from '../../../data/tidy.ts';
import { sentFileId, usePhoto } from '../../../data/upload.ts';
import { useAction } from '../../../data/use-action.ts';
import { type Problems, useRefusals } from '../custody/use-refusals.ts';
import {
  amountProblem,
  type ClaimChoice,
  type ClaimState,
  claimRequest,
  claimTerms,
  cleanTxId,
  EMPTY_CLAIM,
  isTxId,
} from './claim-model.ts';

const FIELDS = ['amount', 'tx_id', 'proof'] as const;
type Field = (typeof FIELDS)[number];

/** What is typed, the picture, and sending it; `done` is the id of the claim. */
export function useClaim(choice: ClaimChoice) {
  const t = useTranslations('deposit');
  const assets = useTranslations('assets.move');
  const custody = useTranslations('custody');
  const [state, setState] = useState<ClaimState>(EMPTY_CLAIM);
  const [done, setDone] = useState<number>();
  const proof = usePhoto('deposit_proof');
  const refusals = useRefusals<Field>(FIELDS);
  const minimum = claimTerms(choice)?.min_deposit;
  const claim = useAction('claimDeposit', {
    failedText: custody('submitFailed'),
    invalidates: ['deposits'],
    onSuccess: ({ id }) => setDone(id),
    onError: (error) => {
      if (refusals.show(error)) return true;
      if (error.code === 'below_minimum') return !refusals.check({ amount: error.message });
      if (error.code === 'reference_used') return !refusals.check({ tx_id: error.message });
      return false;
    },
  });
  const found = (): Problems<Field> => {
    const amount = amountProblem(state.amount, minimum);
    const txId = cleanTxId(state.txId);
    const least = formatAmount(tidy(minimum ?? '0'), undefined, choice.currency?.name);
    return {
      ...(amount === 'required' && { amount: assets('required') }),
      ...(amount === 'belowMinimum' && { amount: t('belowMinimum', { amount: least }) }),
      ...(choice.way === 'crypto' && txId !== '' && !isTxId(txId) && { tx_id: t('txInvalid') }),
      ...(sentFileId(proof.photo) === undefined && { proof: t('proofRequired') }),
    };
  };
  return {
    state,
    proof,
    done,
    minimum,
    problems: refusals.problems,
    isRunning: claim.isRunning,
    type: (part: Partial<ClaimState>) => {
      refusals.forget('amount' in part ? 'amount' : 'tx_id');
      setState((before) => ({ ...before, ...part }));
    },
    submit: () => {
      const fileId = sentFileId(proof.photo);
      if (!refusals.check(found()) || fileId === undefined) return;
      void claim.run(claimRequest(state, choice, fileId));
    },
    again: () => {
      proof.remove();
      setState(EMPTY_CLAIM);
      setDone(undefined);
    },
  };
}

export type ClaimForm = ReturnType<typeof useClaim>;
