import { useAction, useForm } from '@fairlead/calls';
import type { BankCard } from '@fairlead/contract';
import { cardDigestText, cardLabel, writtenNumbers } from '@fairlead/contract/intent';
import { useTranslations } from 'use-intl';
import { useSecurity } from '../../../data/account/second-factor.ts';
import { useUser } from '../../../data/account/session.ts';
import { digestOf, type SignedDraft } from '../../../data/passkey/sign.ts';
import { useSigning } from '../../../data/passkey/use-signing.ts';
import {
  ABOUT_SECRETS,
  checkSecrets,
  NO_SECRETS,
  type Secrets,
} from '../custody/SecurityFields.tsx';
import { useSaySaved } from '../custody/use-say-saved.ts';
import { CARD_FIELDS, type CardDraft, cardProblem, EMPTY_CARD, trimmed } from './card-model.ts';

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
  const sayDone = useSaySaved(t('cardSaved'), '/pages/bankbind/index');
  const { hasFundPassword, hasFactor, signs } = useSecurity();
  const user = useUser();
  const signing = useSigning();
  const check = (draft: CardDraft & Secrets) => ({
    ...Object.fromEntries(
      CARD_FIELDS.map((name) => {
        const problem = cardProblem(name, draft[name]);
        return [name, problem && t(`invalid.${problem}`)];
      }),
    ),
    ...checkSecrets(draft, { hasFactor, say: custody, sayCode: login }),
  });
  const form = useForm(() => draftOf(card), { check, about: ABOUT_SECRETS });
  const save = useAction('saveBankCard', {
    failedText: custody('bindingFailed'),
    invalidates: ['bankCards', 'withdrawalInfo'],
    onSuccess: ({ usable_at }) => sayDone(usable_at),
    onError: form.refuse,
  });
  const send = async (draft: CardDraft & Secrets) => {
    const { fund_password, code, otp } = draft;
    const details = trimmed(draft);
    const signature = signs && user && (await signing.run(await cardIntent(details, user.id)));
    if (signature === undefined) return;
    await save.run({
      ...details,
      ...(card !== undefined && { id: card.id }),
      fund_password,
      code,
      ...(hasFactor && { otp }),
      ...signature,
    });
  };
  return { form, send, canSave: hasFundPassword, isRunning: save.isRunning || signing.isRunning };
}

/** What a passkey signs of a card: how it is called, and the digest of everything on it. */
async function cardIntent(details: CardDraft, owner: number): Promise<SignedDraft> {
  const written = { ...details, ...writtenNumbers(details) };
  const named = { currency: '', chain: 'BANK', address: cardLabel(written) };
  return { kind: 'payee', owner, ...named, card: await digestOf(cardDigestText(written)) };
}
