import { useAction } from '@fairlead/calls';
import type { ApiError } from '@fairlead/client';
import type { ResponseOf } from '@fairlead/contract';
import { formatAmount } from '@fairlead/ui';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useSecurity } from '../../../data/account/second-factor.ts';
import { useUser } from '../../../data/account/session.ts';
import { queryClient } from '../../../data/calls/query.ts';
import { useEntryState } from '../../../data/draft.ts';
import { serverNow } from '../../../data/live/server-clock.ts';
import { useSigning } from '../../../data/passkey/use-signing.ts';
import { tidy } from '../../../data/tidy.ts';
import { isDigitsOrTicket } from '../custody/SecurityFields.tsx';
import {
  type Draft,
  type Inputs,
  type Problem,
  validate,
  withdrawIntent,
  withdrawRequest,
} from './withdraw-model.ts';

/** About what is typed in the sheet; everything else closes it. */
const IN_SHEET: Readonly<Partial<Record<ApiError['code'], 'fundPassword' | 'otp'>>> = {
  fund_password_wrong: 'fundPassword',
  fund_password_locked: 'fundPassword',
  mfa_required: 'otp',
  code_wrong: 'otp',
};
type Place = 'amount' | 'target' | 'recipient';

const PLACES: Readonly<Partial<Record<ApiError['code'], Place>>> = {
  below_minimum: 'amount',
  above_maximum: 'amount',
  insufficient_balance: 'amount',
  daily_limit: 'amount',
  terms_changed: 'amount',
  address_cooling_off: 'target',
  address_not_set: 'target',
};

export interface Secrets {
  readonly fundPassword: string;
  readonly otp: string;
}
export type SheetProblems = Readonly<Partial<Record<keyof Secrets, string>>>;

/** What was asked for, whatever is chosen on the page now. */
export interface Done extends Pick<Inputs, 'way' | 'chain' | 'target'> {
  readonly answer: ResponseOf<'withdraw'>;
  readonly amount: string;
  readonly unit: string | undefined;
  readonly reviewHours: number;
  readonly atMs: number;
}

const NO_SECRETS: Secrets = { fundPassword: '', otp: '' };
const NO_DRAFT: Draft = { amount: '', note: '' };
const SIX_DIGITS = /^\d{6}$/;

function placeOf(problem: Problem): Place {
  if (problem === 'recipient') return problem;
  return problem === 'destination' || problem === 'cooling' ? 'target' : 'amount';
}

/** Where a refusal of the server belongs; undefined when it is about nothing that can be typed. */
function refusedPlace(error: ApiError): { place: Place; text: string } | undefined {
  const { amount, address_id: address, card_id: card } = error.fields;
  const place = PLACES[error.code];
  if (place !== undefined)
    return { place, text: (place === 'amount' ? amount : undefined) ?? error.message };
  if (amount !== undefined) return { place: 'amount', text: amount };
  const { recipient_wallet, recipient_provider, beneficiary } = error.fields;
  const recipient = recipient_wallet ?? recipient_provider ?? beneficiary;
  if (recipient !== undefined) return { place: 'recipient', text: recipient };
  const target = address ?? card;
  return target === undefined ? undefined : { place: 'target', text: target };
}

/** From the form over the sheet to the request; each refusal stands where it can be put right. */
export function useWithdraw(inputs: Inputs) {
  const say = useProblemText(inputs);
  const custody = useTranslations('custody');
  const [draft, setDraft] = useEntryState(`withdraw ${inputs.way}`, NO_DRAFT);
  const [isPressed, setPressed] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const [isGateOpen, setGateOpen] = useState(false);
  const [refusal, setRefusal] = useState<{ place: Place; text: string }>();
  const [done, setDone] = useEntryState<Done | undefined>(`withdrawn ${inputs.way}`, undefined);
  const sheet = useSheet();
  const found = validate(draft, inputs);
  const user = useUser();
  const signing = useSigning();
  const { signs } = sheet;
  const withdraw = useAction('withdraw', {
    failedText: custody('submitFailed'),
    invalidates: ['withdrawals', 'withdrawalInfo', 'wallet', 'walletDetail', 'records'],
    onSuccess: (answer, { amount }) => {
      setAsking(false);
      const { way, chain, target, currency, info } = inputs;
      // Nothing is sent before that is known.
      const reviewHours = info?.review_hours ?? 0;
      const unit = currency?.name;
      setDone({ answer, amount, way, chain, target, unit, reviewHours, atMs: serverNow() });
    },
    onError: (error) => {
      if (sheet.refuse(error)) return true;
      if (error.isOutcomeUnknown) return false;
      setAsking(false);
      void queryClient.invalidateQueries({ queryKey: ['withdrawalInfo'] });
      if (error.code === 'kyc_required') setGateOpen(true);
      else {
        const place = refusedPlace(error);
        if (place === undefined) return false;
        setRefusal(place);
      }
      return true;
    },
  });
  const isShown = found === 'insufficient' || (found !== undefined && isPressed);
  const problemAt = (place: Place): string | undefined => {
    if (refusal?.place === place) return refusal.text;
    return isShown && found !== undefined && placeOf(found) === place ? say(found) : undefined;
  };
  return {
    draft,
    sheet,
    done,
    isAsking,
    isGateOpen,
    signs,
    isRunning: withdraw.isRunning || signing.isRunning,
    problemAt,
    setGateOpen,
    type: (part: Partial<Draft>) => {
      setRefusal(undefined);
      setPressed(false);
      setDraft((before) => ({ ...before, ...part }));
    },
    forget: () => setRefusal(undefined),
    press: () => {
      setPressed(true);
      if (found !== undefined || inputs.info === undefined) return;
      sheet.clear();
      setAsking(true);
    },
    close: () => setAsking(false),
    send: async () => {
      const request = withdrawRequest(draft, inputs, sheet.secrets);
      // By another fee than the one that was shown it is refused, and not another withdrawal.
      const { fund_password: _, otp: __, shown_fee: ___, ...rest } = request;
      const meant = JSON.stringify(rest);
      // What may have happened is asked again as it was: it is signed already.
      if (!signs || withdraw.kept(meant) !== undefined) return withdraw.run(request, meant);
      const intent = user && withdrawIntent(draft, inputs, user.id);
      const signature = intent && (await signing.run(intent));
      return signature && withdraw.run({ ...request, ...signature }, meant);
    },
  };
}

export type WithdrawForm = ReturnType<typeof useWithdraw>;

function useProblemText({ currency, info }: Inputs): (problem: Problem) => string {
  const t = useTranslations('withdraw.invalid');
  const move = useTranslations('assets.move');
  const payees = useTranslations('payees.invalid');
  const amount = (text: string | undefined) =>
    formatAmount(text && tidy(text), undefined, currency?.name);
  return (problem) => {
    switch (problem) {
      case 'required':
        return move('required');
      case 'recipient':
        return payees('required');
      case 'insufficient':
        return move('insufficient');
      case 'below':
        return t('below', { amount: amount(info?.min_withdraw) });
      case 'fee':
        return t('fee', { fee: amount(info?.fee) });
      case 'value':
        return t('value', { amount: amount(info?.remaining_value) });
      default:
        return t(problem);
    }
  };
}

/** Fund password and code of the sheet: never kept after it closes. */
function useSheet() {
  const [secrets, setSecrets] = useState(NO_SECRETS);
  const [problems, setProblems] = useState<SheetProblems>({});
  const [lockedUntilMs, setLockedUntil] = useState<number>();
  const [isOtpAsked, setOtpAsked] = useState(false);
  const [isSignAsked, setSignAsked] = useState(false);
  const security = useSecurity();
  const isReady = (hasFactor: boolean): boolean =>
    SIX_DIGITS.test(secrets.fundPassword) &&
    (isDigitsOrTicket(secrets.otp) || !(hasFactor || isOtpAsked));
  return {
    secrets,
    problems,
    lockedUntilMs,
    isOtpAsked,
    /** Whether a passkey signs it, in place of the second factor. */
    signs: security.signs || isSignAsked,
    isReady,
    type: (part: Partial<Secrets>) => {
      setProblems({});
      setSecrets((before) => ({ ...before, ...part }));
    },
    clear: () => {
      setProblems({});
      setSecrets(NO_SECRETS);
    },
    /** Shows a refusal that is about these; false for any other. */
    refuse: (error: ApiError): boolean => {
      if (error.code === 'signature_required' || error.code === 'passkey_refused') {
        const isAsked = error.code === 'signature_required';
        setSignAsked(isAsked);
        // A passkey came or went on another device.
        void queryClient.invalidateQueries({ queryKey: ['security'] });
        return isAsked;
      }
      const field = IN_SHEET[error.code];
      if (field === undefined) return false;
      if (error.code === 'mfa_required') setOtpAsked(true);
      if (error.retryAfterMs !== undefined) setLockedUntil(Date.now() + error.retryAfterMs);
      setProblems({ [field]: error.message });
      setSecrets((before) => ({ ...before, [field]: '' }));
      return true;
    },
  };
}
