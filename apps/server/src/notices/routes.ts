/** What reaches a user unasked: kinds, devices, price alerts; and favourite markets. */

import { ProblemError } from '@fairlead/contract';
import type { Exceptions } from '../core/capability.ts';
import { type Handlers, userOf } from '../core/http/handler.ts';
import { textsOf } from '../core/texts/texts.ts';
import { alertView } from './alerts/alerts.ts';
import { changeFavourites, favouritesOf } from './favourite-queries.ts';
import { mailHandlers, mailSettings } from './mail/routes.ts';
import type { NoticesNeeds } from './needs.ts';
import { countSubscriptions, deleteSubscription, saveSubscription } from './push/queries.ts';

type Names =
  | 'notificationSettings'
  | 'saveNotification'
  | 'saveMailWishes'
  | 'unsubscribeMail'
  | 'subscribePush'
  | 'unsubscribePush'
  | 'testPush'
  | 'alerts'
  | 'createAlert'
  | 'deleteAlert'
  | 'favourites'
  | 'saveFavourites';

/** Alerts and wishes are kept in the engine’s memory. */
export const notificationExceptions = {
  notificationSettings: 'engine',
  alerts: 'engine',
} as const satisfies Exceptions<Names>;

export function notificationHandlers(context: NoticesNeeds): Pick<Handlers, Names> {
  return {
    ...pushHandlers(context),
    ...mailHandlers(context),
    ...alertHandlers(context),
    ...favouriteHandlers(context),
  };
}

type PushNames =
  | 'notificationSettings'
  | 'saveNotification'
  | 'subscribePush'
  | 'unsubscribePush'
  | 'testPush';

function pushHandlers(context: NoticesNeeds): Pick<Handlers, PushNames> {
  const { database, clock, wishes, push, pushService } = context;
  const devicesOf = (userId: number) => countSubscriptions(database, userId, clock.now());
  return {
    notificationSettings: async (call) => {
      const { userId } = userOf(call);
      return {
        kinds: wishes.settings(userId),
        push_key: pushService.publicKey,
        devices: await devicesOf(userId),
        mail: await mailSettings(context, userId),
      };
    },
    saveNotification: ({ input: { kind, inbox, push: isPushed }, ...call }) => {
      if (kind === 'announcements' && inbox !== undefined)
        throw new ProblemError('validation_failed', {
          fields: { inbox: call.say('fields.choice') },
        });
      return wishes.save(userOf(call).userId, kind, { inbox, push: isPushed });
    },
    subscribePush: async (call) => {
      const { userId, sessionId } = userOf(call);
      const { endpoint, p256dh, auth, lang = call.language } = call.input;
      const target = { endpoint, p256dh: bare(p256dh), auth: bare(auth) };
      if (!pushService.accepts(target)) throw new ProblemError('push_refused');
      const createdAtMs = clock.now();
      const subscription = { userId, sessionId, lang, createdAtMs, ...target };
      const devices = await saveSubscription(database, subscription);
      wishes.addDevice(userId);
      return { devices };
    },
    unsubscribePush: async (call) => {
      const { userId } = userOf(call);
      await deleteSubscription(database, userId, call.input.endpoint);
      return { devices: await devicesOf(userId) };
    },
    testPush: async (call) => {
      const { userId } = userOf(call);
      const count = await devicesOf(userId);
      if (count === 0) throw new ProblemError('push_refused');
      push.tell(userId, {
        tag: 'test',
        link: 'pages/settings/notifications',
        words: (language) => {
          const say = textsOf(language);
          return { title: say('push.test_title'), body: say('push.test_body') };
        },
      });
      return call.say('done.push_sent', { count });
    },
  };
}

/** Some browsers pad. */
const bare = (base64url: string): string => base64url.replace(/(?<!=)=+$/, '');

function alertHandlers(
  context: NoticesNeeds,
): Pick<Handlers, 'alerts' | 'createAlert' | 'deleteAlert'> {
  const { terms, alerts } = context;
  return {
    alerts: async (call) => {
      const rows = await alerts.list(userOf(call).userId, call.input.symbol);
      return rows.map((row) => alertView(row, terms));
    },
    createAlert: async (call) =>
      alertView(await alerts.create(userOf(call).userId, call.input, call.say), terms),
    deleteAlert: async (call) => {
      await alerts.delete(userOf(call).userId, call.input.id);
      return call.say('done.alert_deleted');
    },
  };
}

function favouriteHandlers({
  database,
  terms,
}: NoticesNeeds): Pick<Handlers, 'favourites' | 'saveFavourites'> {
  const symbolsOf = (marketIds: readonly number[]) => ({
    favourites: marketIds.map((marketId) => terms.knownMarket(marketId).symbol),
  });
  /** A symbol that is no more was a favourite in good faith. */
  const idsOf = (symbols: readonly string[]) =>
    [...new Set(symbols)].flatMap((symbol) => terms.market(symbol)?.marketId ?? []);
  return {
    favourites: async (call) => symbolsOf(await favouritesOf(database, userOf(call).userId)),
    saveFavourites: async (call) => {
      const { add, remove } = call.input;
      const change = { add: idsOf(add), remove: idsOf(remove) };
      return symbolsOf(await changeFavourites(database, userOf(call).userId, change));
    },
  };
}
