import type { Chain, CurrencyInfo } from '@fairlead/contract';
import { formatDate, toast } from '@fairlead/ui';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useLocale, useTranslations } from 'use-intl';
import { hasHistory } from '../../../app/navigation.ts';
import { serverNow } from '../../../data/server-clock.ts';
import { useAction } from '../../../data/use-action.ts';
import { networkText, shapeOf } from '../custody/chains.ts';
import {
  checkSecrets,
  NO_SECRETS,
  SECRET_FIELDS,
  type Secrets,
  useSecurity,
} from '../custody/SecurityFields.tsx';
import { useRefusals } from '../custody/use-refusals.ts';

const FIELDS = ['address', 'note', ...SECRET_FIELDS] as const;
export type AddressField = (typeof FIELDS)[number];

export interface AddressDraft extends Secrets {
  readonly address: string;
  readonly note: string;
}

/** Blanks and line breaks come along when an address is pasted. */
const cleanAddress = (text: string): string => text.replace(/\s+/g, '');

/** What is typed, checked here for what anyone can see and by the server for the rest. */
export function useAddAddress(currency: CurrencyInfo, chain: Chain | undefined) {
  const t = useTranslations('payees');
  const custody = useTranslations('custody');
  const login = useTranslations('login');
  const sayDone = useSayDone(currency);
  const { hasFundPassword, hasOtp } = useSecurity();
  const [draft, setDraft] = useState<AddressDraft>({ address: '', note: '', ...NO_SECRETS });
  const refusals = useRefusals<AddressField>(FIELDS);
  const add = useAction('addAddress', {
    failedText: custody('bindingFailed'),
    invalidates: ['withdrawalAddresses', 'withdrawalInfo'],
    onSuccess: ({ usable_at }) => sayDone(usable_at),
    onError: refusals.show,
  });
  const address = cleanAddress(draft.address);
  const shape = shapeOf(address);
  /** A different network is told at once; that it is no address at all, only when it is sent. */
  const looksLike =
    shape !== undefined && chain !== undefined && shape !== chain
      ? t('looksLike', { network: networkText(shape) })
      : undefined;
  const addressProblem = address === '' ? t('addressRequired') : looksLike;
  return {
    draft,
    problems: { ...refusals.problems, address: refusals.problems.address ?? looksLike },
    canSave: hasFundPassword && chain !== undefined,
    isRunning: add.isRunning,
    type: (field: AddressField, value: string) => {
      refusals.forget(field);
      setDraft((before) => ({ ...before, [field]: value }));
    },
    submit: () => {
      const secrets = checkSecrets(draft, { hasOtp, say: custody, sayCode: login });
      const problems = {
        ...secrets,
        ...(addressProblem !== undefined && { address: addressProblem }),
      };
      if (!refusals.check(problems) || chain === undefined) return;
      const { fund_password, code, otp } = draft;
      void add.run({
        currency_id: currency.currency_id,
        chain,
        address,
        note: draft.note.trim(),
        fund_password,
        code,
        ...(hasOtp && { otp }),
      });
    },
  };
}

/** Says until when it cools off, and goes back to where the address was wanted. */
function useSayDone(currency: CurrencyInfo): (usableAt: number) => void {
  const t = useTranslations('payees');
  const custody = useTranslations('custody');
  const locale = useLocale();
  const navigate = useNavigate();
  return (usableAt) => {
    toast({
      kind: 'good',
      text: t('addressSaved'),
      ...(usableAt > serverNow() && {
        detail: custody('usableFrom', { time: formatDate(usableAt, 'dayMinute', locale) }),
      }),
    });
    if (hasHistory()) void navigate(-1);
    else
      void navigate(`/pages/user/address/index?currency_id=${currency.currency_id}`, {
        replace: true,
      });
  };
}
