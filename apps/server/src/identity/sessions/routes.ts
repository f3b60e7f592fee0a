/** Languages, country codes, verification codes. */

import { LANGUAGE_NAMES, LANGUAGES } from '@fairlead/contract';
import type { Exceptions } from '../../core/capability.ts';
import { type Handlers, userOf } from '../../core/http/handler.ts';
import { areaCodesIn, readEmail, readPhone } from '../accounts.ts';
import type { IdentityNeeds } from '../needs.ts';

type Names =
  | 'setLang'
  | 'getLang'
  | 'areaCode'
  | 'smsSend'
  | 'smsMail'
  | 'smsOtherMail'
  | 'checkMobile'
  | 'checkEmail';

/** Only read, though asked by POST. */
export const sessionExceptions = {
  getLang: 'gateway',
  areaCode: 'gateway',
} as const satisfies Exceptions<Names>;

export function sessionHandlers({ identity, codes }: IdentityNeeds): Pick<Handlers, Names> {
  return {
    setLang: async ({ input, caller }) => {
      if (caller.kind === 'user') await identity.setLanguage(caller.userId, input.lang);
      return { lang: input.lang };
    },
    getLang: ({ language }) => ({
      lang: language,
      languages: LANGUAGES.map((key) => ({ key, name: LANGUAGE_NAMES[key] })),
    }),
    areaCode: ({ language }) => [...areaCodesIn(language)],
    smsSend: async (call) => {
      const { area_code: areaCode, phone, scene, work } = call.input;
      const to = readPhone({ areaCode, phone, field: 'phone' }, call.say);
      await identity.sendCode({ to, scene, proof: work }, call);
      return call.say('done.code_sent');
    },
    smsMail: async (call) => {
      const to = readEmail(call.input.email, call.say);
      const { scene, work } = call.input;
      await identity.sendCode({ to, scene, proof: work }, call);
      return call.say('done.code_sent');
    },
    smsOtherMail: async (call) => {
      await identity.sendOwnCode(userOf(call).userId, call.input.scene, call);
      return call.say('done.code_sent');
    },
    checkMobile: async ({ input, say, ip, deviceId }) => {
      const phone = { areaCode: input.area_code, phone: input.account, field: 'account' };
      const { account: target } = readPhone(phone, say);
      const { scene, code } = input;
      return { ticket: await codes.trade({ target, scene, code, from: { ip, deviceId } }) };
    },
    checkEmail: async ({ input, say, ip, deviceId }) => {
      const { account: target } = readEmail(input.account, say, 'account');
      const { scene, code } = input;
      return { ticket: await codes.trade({ target, scene, code, from: { ip, deviceId } }) };
    },
  };
}
