import { useAction, useForm } from '@fairlead/calls';
import { formatAmount } from '@fairlead/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { tidy } from '../../../data/tidy.ts';
import { sentFileId, usePhoto } from '../../../data/upload.ts';
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

/** What is typed, the picture, and sending it; `done` is the id of the claim. */
export function useClaim(choice: ClaimChoice) {
  const t = useTranslations('deposit');
  const assets = useTranslations('assets.move');
  const custody = useTranslations('custody');
  const [done, setDone] = useState<number>();
  const proof = usePhoto('deposit_proof');
  const minimum = claimTerms(choice)?.min_deposit;
  const check = (state: ClaimState) => {
    const amount = amountProblem(state.amount, minimum);
    const txId = cleanTxId(state.tx_id);
    const least = formatAmount(tidy(minimum ?? '0'), undefined, choice.currency?.name);
    return {
      ...(amount === 'required' && { amount: assets('required') }),
      ...(amount === 'belowMinimum' && { amount: t('belowMinimum', { amount: least }) }),
      ...(choice.way === 'crypto' && txId !== '' && !isTxId(txId) && { tx_id: t('txInvalid') }),
      ...(sentFileId(proof.photo) === undefined && { proof: t('proofRequired') }),
    };
  };
  const form = useForm<ClaimState, 'proof'>(EMPTY_CLAIM, {
    check,
    about: { below_minimum: 'amount', reference_used: 'tx_id' },
    also: ['proof'],
  });
  const claim = useAction('claimDeposit', {
    failedText: custody('submitFailed'),
    invalidates: ['deposits'],
    onSuccess: ({ id }) => setDone(id),
    onError: form.refuse,
  });
  return {
    form,
    proof,
    done,
    minimum,
    isRunning: claim.isRunning,
    send: (state: ClaimState) => {
      const fileId = sentFileId(proof.photo);
      if (fileId !== undefined) void claim.run(claimRequest(state, choice, fileId));
    },
    again: () => {
      proof.remove();
      form.reset();
      setDone(undefined);
    },
  };
}

export type ClaimForm = ReturnType<typeof useClaim>;
