/**
 * What each user wants to be told, in memory: whoever tells asks here and pays two look-ups, however many users there
 * are. Holds only what differs from the defaults, and who has a device. A sub-account's are its owner's.
 */
import {
  type MessageKind,
  NOTIFICATION_DEFAULTS,
  NOTIFICATION_KINDS,
  NOTIFICATION_OF,
  type NotificationKind,
  type NotificationSetting,
} from '@fairlead/contract';
import { mainOf } from '@fairlead/engine';
import type { Database } from '../core/store/database.ts';
import type { MarketData } from '../market/data/index.ts';
import type { MailWishReader } from './mail/wishes.ts';
import { readNotificationSettings, saveNotificationSetting } from './notification-queries.ts';
import { usersWithDevices } from './push/queries.ts';

/** Where something is told. */
export interface Wish {
  readonly inbox: boolean;
  readonly push: boolean;
}

/** What tellers need of the wishes. */
export type WishReader = Pick<NotificationWishes, 'of' | 'ofKind'>;

const EVERYWHERE: Wish = { inbox: true, push: true };

export class NotificationWishes {
  readonly #database: Database;
  readonly #settings = new Map<number, Map<NotificationKind, Wish>>();
  /** A superset: who is found to have none leaves. */
  readonly #devices = new Set<number>();
  #devicesAdded = 0;

  constructor(database: Database) {
    this.#database = database;
  }

  async load(nowMs: number): Promise<void> {
    for (const { userId, kind, inbox, push } of await readNotificationSettings(this.#database))
      this.#keep(userId, kind, { inbox, push });
    for (const userId of await usersWithDevices(this.#database, nowMs)) this.#devices.add(userId);
  }

  /** Where a message of this kind goes. */
  of(userId: number, kind: MessageKind): Wish {
    const of = NOTIFICATION_OF[kind];
    return of === 'security' ? this.#reachable(userId, EVERYWHERE) : this.ofKind(userId, of);
  }

  ofKind(userId: number, kind: NotificationKind): Wish {
    return this.#reachable(userId, this.#setting(userId, kind));
  }

  /** All kinds as they are set, for the user to see. */
  settings(userId: number): NotificationSetting[] {
    return NOTIFICATION_KINDS.map((kind) => ({ kind, ...this.#setting(userId, kind) }));
  }

  async save(
    userId: number,
    kind: NotificationKind,
    change: { readonly inbox: boolean | undefined; readonly push: boolean | undefined },
  ): Promise<NotificationSetting> {
    const defaults = NOTIFICATION_DEFAULTS[kind];
    const saved = await saveNotificationSetting(this.#database, {
      userId,
      kind,
      ...change,
      defaults,
    });
    this.#keep(userId, kind, { inbox: saved.inbox, push: saved.push });
    return saved;
  }

  /** Rises with each device that is added. */
  get devicesAdded(): number {
    return this.#devicesAdded;
  }

  addDevice(userId: number): void {
    this.#devicesAdded += 1;
    this.#devices.add(userId);
  }

  /** None was found, as of when `devicesAdded` was read: one added meanwhile stays. */
  forgetDevices(userId: number, devicesAdded: number): void {
    if (devicesAdded === this.#devicesAdded) this.#devices.delete(userId);
  }

  #setting(userId: number, kind: NotificationKind): Wish {
    return this.#settings.get(mainOf(userId))?.get(kind) ?? NOTIFICATION_DEFAULTS[kind];
  }

  #reachable(userId: number, wish: Wish): Wish {
    return wish.push && !this.#devices.has(mainOf(userId))
      ? { inbox: wish.inbox, push: false }
      : wish;
  }

  #keep(userId: number, kind: NotificationKind, wish: Wish): void {
    const kinds = this.#settings.get(userId) ?? new Map<NotificationKind, Wish>();
    kinds.set(kind, wish);
    this.#settings.set(userId, kinds);
  }
}

export interface WantedNeeds {
  readonly wishes: WishReader;
  readonly mailWishes: MailWishReader;
  readonly marketData: Pick<MarketData, 'isBot'>;
}

/** Whether an owner is told of something at all: bots are not, and not whoever wants it nowhere. */
export function isWanted(
  { wishes, mailWishes, marketData }: WantedNeeds,
  owner: number,
  kind: MessageKind,
): boolean {
  const { inbox, push } = wishes.of(owner, kind);
  return (inbox || push || mailWishes.wants(owner, kind)) && !marketData.isBot(owner);
}
