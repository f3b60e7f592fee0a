import type { BankCard } from '@fairlead/contract';
import { formatDate, toast } from '@fairlead/ui';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useLocale, useTranslations } from 'use-intl';
import { hasHistory } from '../../../app/navigation.ts';
import { serverNow } from '../../../data/server-clock.ts';
import { useAction } from '../../../data/use-action.ts';
import {
  checkSecrets,
  NO_SECRETS,
  SECRET_FIELDS,
  type Secrets,
  useSecurity,
} from '../custody/SecurityFields.tsx';
import { useRefusals } from '../custody/use-refusals.ts';
import {
  CARD_FIELDS,
  type CardDraft,
  type CardField,
  cardProblem,
  EMPTY_CARD,
  trimmed,
} from './card-model.ts';

const FIELDS = [...CARD_FIELDS, ...SECRET_FIELDS];
type Field = CardField | keyof Secrets;

/** A card that is changed starts with what may be shown of it; its two numbers are typed anew. */
const draftOf = (card: BankCard | undefined): CardDraft & Secrets => ({
  ...EMPTY_CARD,
  ...(card !== undefined &&
    (Object.fromEntries(CARD_FIELDS.map((name) => [name, card[name]])) as CardDraft)),
  card_number: '',
  iban: '',
  ...NO_SECRETS,
});

export function useSaveCard(card: BankCard | undefined) {
  const t = useTranslations('payees');
  const custody = useTranslations('custody');
  const login = useTranslations('login');
  const sayDone = useSayDone();
  const { hasFundPassword, hasOtp } = useSecurity();
  const [draft, setDraft] = useState(() => draftOf(card));
  const refusals = useRefusals<Field>(FIELDS);
  const save = useAction('saveBankCard', {
    failedText: custody('bindingFailed'),
    invalidates: ['bankCards', 'withdrawalInfo'],
    onSuccess: ({ usable_at }) => sayDone(usable_at),
    onError: refusals.show,
  });
  const submit = () => {
    const wrong = CARD_FIELDS.flatMap((name) => {
      const problem = cardProblem(name, draft[name]);
      return problem === undefined ? [] : [[name, t(`invalid.${problem}`)] as const];
    });
    const secrets = checkSecrets(draft, { hasOtp, say: custody, sayCode: login });
    if (!refusals.check({ ...Object.fromEntries(wrong), ...secrets })) return wrong[0]?.[0];
    const { fund_password, code, otp } = draft;
    void save.run({
      ...trimmed(draft),
      ...(card !== undefined && { id: card.id }),
      fund_password,
      code,
      ...(hasOtp && { otp }),
    });
    return undefined;
  };
  return {
    draft,
    problems: refusals.problems,
    canSave: hasFundPassword,
    isRunning: save.isRunning,
    type: (field: Field, value: string) => {
      refusals.forget(field);
      setDraft((before) => ({ ...before, [field]: value }));
    },
    /** The first field that is wrong, to be shown; undefined when it was sent. */
    submit,
  };
}

function useSayDone(): (usableAt: number) => void {
  const t = useTranslations('payees');
  const custody = useTranslations('custody');
  const locale = useLocale();
  const navigate = useNavigate();
  return (usableAt) => {
    toast({
      kind: 'good',
      text: t('cardSaved'),
      ...(usableAt > serverNow() && {
        detail: custody('usableFrom', { time: formatDate(usableAt, 'dayMinute', locale) }),
      }),
    });
    if (hasHistory()) void navigate(-1);
    else void navigate('/pages/bankbind/index', { replace: true });
  };
}
