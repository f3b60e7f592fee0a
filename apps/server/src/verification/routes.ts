/** Verification: what users send, and what a provider says of it. */
import type { Exceptions } from '../core/capability.ts';
import { type Handlers, userOf } from '../core/http/handler.ts';
import { areaCodesIn, fieldProblem } from '../identity/index.ts';
import type { VerificationNeeds } from './needs.ts';

type Names = 'identityCallback' | 'realName' | 'realName2' | 'center2';

/** What a provider says is kept where it arrives, and acted on by the engine's process. */
export const verificationExceptions = {
  identityCallback: 'gateway',
} as const satisfies Exceptions<Names>;

export function verificationHandlers(context: VerificationNeeds): Pick<Handlers, Names> {
  const { verification } = context;
  return {
    realName: async (call) => {
      const { name, id_number: idNumber } = call.input;
      const country = COUNTRIES.get(call.input.country.trim().toLowerCase());
      if (country === undefined) throw fieldProblem('country', call.say('fields.choice'));
      const claim = { country, name: name.trim(), idNumber: idNumber.trim() };
      await verification.askBasic(userOf(call).userId, claim);
      return call.say('done.sent_for_review');
    },
    realName2: async (call) => {
      const { contact_address: address, ...photos } = call.input;
      const photoIds = [photos.front_photo, photos.back_photo, photos.holding_photo] as const;
      await verification.askAdvanced(userOf(call).userId, { address: address.trim(), photoIds });
      return call.say('done.sent_for_review');
    },
    identityCallback: async (call) => {
      const { verification: of, user, session, verdict, reason } = call.input;
      const word = { verification: of, user, session, verdict, reason };
      await context.identityChecks.take(call.webhook, word);
      return {};
    },
    center2: (call) => verification.own(userOf(call).userId, call.say),
  };
}

/** Codes by code and by English name, in lower case. */
const COUNTRIES: ReadonlyMap<string, string> = new Map(
  areaCodesIn('en').flatMap(({ country, name }) => [
    [country.toLowerCase(), country],
    [name.toLowerCase(), country],
  ]),
);
