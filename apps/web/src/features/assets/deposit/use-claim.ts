import { useAction, useForm } from '@fairlead/calls';
import { formatAmount } from '@fairlead/ui';
import { useTranslations } from 'use-intl';
import { useEntryState } from '../../../data/draft.ts';
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

/** What was claimed, whatever is chosen on the page now. */
export interface Claimed extends Pick<ClaimChoice, 'way' | 'chain'> {
  readonly id: number;
  readonly amount: string;
  readonly unit: string | undefined;
}

/** What is typed, the picture, and sending it. */
export function useClaim(choice: ClaimChoice) {
  const t = useTranslations('deposit');
  const assets = useTranslations('assets.move');
  const custody = useTranslations('custody');
  const [done, setDone] = useEntryState<Claimed | undefined>('claimed', undefined);
  const [draft, setDraft] = useEntryState('claim', EMPTY_CLAIM);
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
  const form = useForm<ClaimState, 'proof'>(draft, {
    onChange: setDraft,
    check,
    about: { below_minimum: 'amount', reference_used: 'tx_id' },
    also: ['proof'],
  });
  const claim = useAction('claimDeposit', {
    failedText: custody('submitFailed'),
    invalidates: ['deposits'],
    onSuccess: ({ id }, { amount }) => {
      const { way, chain, currency } = choice;
      setDone({ id, amount, way, chain, unit: currency?.name });
    },
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
      if (fileId === undefined) return;
      const request = claimRequest(state, choice, fileId);
      // A picture chosen anew has another number.
      const { proof: _, ...meant } = request;
      void claim.run(request, JSON.stringify(meant));
    },
    again: () => {
      proof.remove();
      form.set(EMPTY_CLAIM);
      form.forget();
      setDone(undefined);
    },
  };
}

export type ClaimForm = ReturnType<typeof useClaim>;
