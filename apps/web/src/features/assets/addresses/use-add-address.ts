import { useAction, useForm } from '@fairlead/calls';
import type { Chain, CurrencyInfo } from '@fairlead/contract';
import { useTranslations } from 'use-intl';
import { useSecurity } from '../../../data/account/second-factor.ts';
import { useUser } from '../../../data/account/session.ts';
import { useSigning } from '../../../data/passkey/use-signing.ts';
import { exampleOf, networkText, shapeOf } from '../custody/chains.ts';
import {
  ABOUT_SECRETS,
  checkSecrets,
  NO_SECRETS,
  type Secrets,
} from '../custody/SecurityFields.tsx';
import { useSaySaved } from '../custody/use-say-saved.ts';

interface AddressDraft extends Secrets {
  readonly address: string;
  readonly note: string;
}
const EMPTY: AddressDraft = { address: '', note: '', ...NO_SECRETS };

/** Blanks and line breaks come along when an address is pasted. */
export const cleanAddress = (text: string): string => text.replace(/\s+/g, '');

type Missing = 'network' | 'fundPassword';
const missingOf = (chain: Chain | undefined, hasFundPassword: boolean): Missing | undefined =>
  chain === undefined ? 'network' : hasFundPassword ? undefined : 'fundPassword';

/** What is typed, checked here for what anyone can see and by the server for the rest. */
export function useAddAddress(currency: CurrencyInfo, chain: Chain | undefined) {
  const t = useTranslations('payees');
  const custody = useTranslations('custody');
  const login = useTranslations('login');
  const sayDone = useSaySaved(
    t('addressSaved'),
    `/pages/user/address/index?currency_id=${currency.currency_id}`,
  );
  const { hasFundPassword, hasFactor, signs } = useSecurity();
  const user = useUser();
  const signing = useSigning();
  const looksLikeOf = (address: string): string | undefined => {
    const shape = shapeOf(cleanAddress(address));
    return shape !== undefined && chain !== undefined && shape !== chain
      ? t('looksLike', { network: networkText(shape) })
      : undefined;
  };
  const addressProblem = ({ address }: AddressDraft): string | undefined => {
    const clean = cleanAddress(address);
    if (clean === '') return t('addressRequired');
    if (chain === undefined || shapeOf(clean) !== undefined) return looksLikeOf(address);
    return t('addressShape', { network: networkText(chain), example: exampleOf(chain) });
  };
  const check = (draft: AddressDraft) => ({
    address: addressProblem(draft),
    ...checkSecrets(draft, { hasFactor, say: custody, sayCode: login }),
  });
  const form = useForm(EMPTY, { check, about: ABOUT_SECRETS });
  const add = useAction('addAddress', {
    failedText: custody('bindingFailed'),
    invalidates: ['withdrawalAddresses', 'withdrawalInfo'],
    onSuccess: ({ usable_at }) => sayDone(usable_at),
    onError: form.refuse,
  });
  const send = async ({ address, note, fund_password, code, otp }: AddressDraft) => {
    if (chain === undefined || user === undefined) return;
    const shown = { currency: currency.name, chain, address: cleanAddress(address) };
    const signature = signs && (await signing.run({ kind: 'payee', owner: user.id, ...shown }));
    if (signature === undefined) return;
    await add.run({
      currency_id: currency.currency_id,
      chain,
      address: cleanAddress(address),
      note: note.trim(),
      fund_password,
      code,
      ...(hasFactor && { otp }),
      ...signature,
    });
  };
  const missing = missingOf(chain, hasFundPassword);
  return {
    form,
    send,
    /** A different network is told at once; that it is no address at all, only when it is sent. */
    addressProblem: form.problem('address') ?? looksLikeOf(form.draft.address),
    /** Why it cannot be sent yet. */
    missing,
    example: chain && exampleOf(chain),
    isRunning: add.isRunning || signing.isRunning,
  };
}
