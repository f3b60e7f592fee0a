/** What is told by mail: as its user sets it, and as the link of a mail ends it. */
import { type MailSettings, ProblemError } from '@fairlead/contract';
import { type Handlers, userOf } from '../../core/http/handler.ts';
import { findUserById, maskedAccount } from '../../identity/users/index.ts';
import type { NoticesNeeds } from '../needs.ts';
import { isTimeZone } from './hours.ts';

type MailNeeds = Pick<NoticesNeeds, 'database' | 'mailWishes' | 'mailEndLinks' | 'outbox'>;

export function mailHandlers(
  context: MailNeeds,
): Pick<Handlers, 'saveMailWishes' | 'unsubscribeMail'> {
  const { mailWishes, mailEndLinks } = context;
  return {
    saveMailWishes: async (call) => {
      const { userId } = userOf(call);
      const { kind, timing, ...given } = call.input;
      const refused = (
        field: string,
        why: 'fields.required' | 'fields.choice' | 'fields.invalid',
      ) => new ProblemError('validation_failed', { fields: { [field]: call.say(why) } });
      if ((kind === undefined) !== (timing === undefined))
        throw refused(kind === undefined ? 'kind' : 'timing', 'fields.required');
      if (given.time_zone !== undefined && !isTimeZone(given.time_zone))
        throw refused('time_zone', 'fields.invalid');
      const isOn = timing !== undefined && timing !== 'off';
      if (isOn && (await addressOf(context, userId)) === undefined)
        throw refused('timing', 'fields.choice');
      const wish = kind !== undefined && timing !== undefined ? { kind, timing } : undefined;
      // What was left out is no key: it stays as it is.
      const hours = Object.fromEntries(
        Object.entries(given).filter(([, value]) => value !== undefined),
      );
      if (!(await mailWishes.save(userId, { wish, hours })))
        throw refused('quiet_to', 'fields.choice');
      return mailSettings(context, userId);
    },
    unsubscribeMail: async (call) => {
      const link = mailEndLinks.read(call.input.token);
      if (link === undefined) throw new ProblemError('ticket_invalid');
      await mailWishes.end(link.id);
      return call.say('done.mails_ended');
    },
  };
}

export async function mailSettings(context: MailNeeds, userId: number): Promise<MailSettings> {
  const address = await addressOf(context, userId);
  return {
    ...(address !== undefined && { address }),
    ...(await context.mailWishes.settings(userId)),
  };
}

/** Where mails go, masked; undefined where none can. */
async function addressOf(
  { database, outbox }: MailNeeds,
  userId: number,
): Promise<string | undefined> {
  const user = await findUserById(database, userId);
  if (user === undefined || user.kind !== 'email' || !outbox.isOpen('email')) return undefined;
  return maskedAccount({ ...user, areaCode: undefined });
}
