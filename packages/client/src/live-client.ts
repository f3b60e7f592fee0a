/**
 * One Socket.IO connection for everything live. Subscriptions are counted by channel; after each connection
 * the client logs in again, subscribes again, and only then says `live`.
 */
import type {
  Ack,
  Channel,
  DataOf,
  Language,
  PrivateData,
  Step,
  StepNumbers,
  StepProduct,
} from '@fairlead/contract';
import { io, type Socket } from 'socket.io-client';
import { Listeners } from './listeners.ts';
import type { LiveState, LiveStatus } from './live-status.ts';
import { onPageReturn } from './page-return.ts';
import { createServerClock, type ServerClock } from './server-clock.ts';
import type { StepsRead } from './step-follower.ts';
import { StepFollowers } from './step-followers.ts';

/** A question unanswered for this long means that the connection is dead, whatever the socket says. */
const ACK_TIMEOUT_MS = 2_000;
/** Before another try, where the server refused for the moment or closed the connection itself. */
const REFUSED_DELAY_MS = 2_000;

/** What the client needs of a Socket.IO socket. Tests give their own. */
export type LiveSocket = Pick<
  Socket,
  'on' | 'timeout' | 'connect' | 'disconnect' | 'close' | 'connected'
>;

export interface LiveClientOptions {
  /** Origin of the server; '' is the page's own. */
  readonly url: string;
  readonly getToken?: () => string | null | undefined;
  readonly getLanguage?: () => Language;
  /** The sub-account of the user that the connection is told of; undefined: the main account. */
  readonly getSubAccount?: () => number | undefined;
  readonly now?: () => number;
  readonly openSocket?: (url: string) => LiveSocket;
  /** The call `steps` after a number of a product. With it private events miss nothing: after a lost connection what came meanwhile is told first. */
  readonly readSteps?: (after: number, product?: StepProduct) => Promise<StepsRead>;
  /** The numbers that the client before this one got to, or that of spot: with `readSteps` it goes on from there. */
  readonly stepNumber?: number | StepNumbers;
}

export type PrivateEventName = keyof PrivateData;

export interface LiveClient {
  readonly status: LiveStatus;
  onStatus(listener: (status: LiveStatus) => void): () => void;
  /**
   * Calls `listener` with each message of the channel until the function returned is called. The first
   * subscriber's channel is opened and the last one's closed; later subscribers get what comes from then on.
   */
  subscribe<Name extends Channel>(
    channel: Name,
    listener: (data: DataOf<Name>) => void,
  ): () => void;
  /** A private event of the logged-in user. */
  on<Name extends PrivateEventName>(
    event: Name,
    listener: (data: PrivateData[Name]) => void,
  ): () => void;
  /** With `readSteps`: each step behind its events, whose number may be kept for its product, for the next start. */
  onStep(listener: (step: Step) => void): () => void;
  /** With `readSteps`: steps are missing and cannot be read any more; orders, balances and the rest are to be read anew. */
  onStepGap(listener: () => void): () => void;
  /** The server ended the session of the token that was sent; the connection goes on without it. */
  onSessionEnded(listener: (token: string) => void): () => void;
  /** After each connection but the first, and each return to the page: what was read before may be old. */
  onResync(listener: () => void): () => void;
  /** To be called when the token changed (login, logout): the connection is made anew. */
  relogin(): void;
  /** The server's clock. */
  readonly serverClock: ServerClock;
  /** Ends the connection for good. */
  close(): void;
}

const openSocketIo = (url: string): LiveSocket =>
  io(url === '' ? undefined : url, {
    // A connection of its own, even if another client of this page has one.
    forceNew: true,
    transports: ['websocket', 'polling'],
    reconnectionDelay: 500,
    reconnectionDelayMax: 5_000,
  });

export function createLiveClient(options: LiveClientOptions): LiveClient {
  return new SocketLiveClient(options);
}

class SocketLiveClient implements LiveClient {
  readonly serverClock: ServerClock;
  readonly #socket: LiveSocket;
  readonly #now: () => number;
  readonly #getToken: () => string | null | undefined;
  readonly #getLanguage: () => Language | undefined;
  readonly #getSubAccount: () => number | undefined;
  readonly #channels = new Map<string, Listeners<unknown>>();
  readonly #events = new Map<string, Listeners<unknown>>();
  /** Channels that the server was asked for on this connection. */
  readonly #asked = new Set<string>();
  readonly #statusListeners = new Listeners<LiveStatus>();
  readonly #sessionEnded = new Listeners<string>();
  readonly #resync = new Listeners<void>();
  readonly #steps = new Listeners<Step>();
  readonly #stepGap = new Listeners<void>();
  readonly #follower: StepFollowers | undefined;
  /** False at an exchange that does not know of it, until another may answer. */
  #countsProducts = true;
  readonly #stopWatchingPage: () => void;
  #status: LiveStatus;
  #wasLive = false;
  #isFlushing = false;
  #isClosed = false;
  /** Counts connections, so that an answer to an earlier one changes nothing. */
  #connection = 0;
  #endedToken: string | undefined;
  #sentToken: string | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: LiveClientOptions) {
    const { url, now = Date.now, openSocket = openSocketIo } = options;
    this.#now = now;
    this.#getToken = options.getToken ?? (() => undefined);
    this.#getLanguage = options.getLanguage ?? (() => undefined);
    this.#getSubAccount = options.getSubAccount ?? (() => undefined);
    this.serverClock = createServerClock(now);
    this.#status = { state: 'connecting', sinceMs: now() };
    this.#socket = openSocket(url);
    this.#socket.on('connect', () => void this.#onConnect());
    this.#socket.on('disconnect', (reason: string) => this.#onDisconnect(reason));
    this.#socket.on('connect_error', () => this.#onConnectError());
    this.#socket.on('session_ended', () => this.#tellSessionEnded());
    this.#socket.on('data', (message: { channel: string; data: unknown }) => {
      this.#channels.get(message.channel)?.tell(message.data);
    });
    this.#follower = this.#followerOf(options);
    this.#stopWatchingPage = onPageReturn(() => void this.#checkConnection());
    if (this.#socket.connected) void this.#onConnect();
  }

  get status(): LiveStatus {
    return this.#status;
  }

  onStatus(listener: (status: LiveStatus) => void): () => void {
    return this.#statusListeners.add(listener);
  }

  subscribe<Name extends Channel>(
    channel: Name,
    listener: (data: DataOf<Name>) => void,
  ): () => void {
    const listeners = this.#listenersOf(this.#channels, channel);
    // The map forgets what each channel carries; the server sends what DataOf says.
    const remove = (listeners as unknown as Listeners<DataOf<Name>>).add(listener);
    this.#flushSoon();
    return () => {
      remove();
      if (listeners.size > 0 || this.#channels.get(channel) !== listeners) return;
      this.#channels.delete(channel);
      this.#flushSoon();
    };
  }

  on<Name extends PrivateEventName>(
    event: Name,
    listener: (data: PrivateData[Name]) => void,
  ): () => void {
    if (!this.#events.has(event)) {
      this.#socket.on(event as string, (data: unknown) => this.#events.get(event)?.tell(data));
    }
    const listeners = this.#listenersOf(this.#events, event);
    return (listeners as unknown as Listeners<PrivateData[Name]>).add(listener);
  }

  onStep(listener: (step: Step) => void): () => void {
    return this.#steps.add(listener);
  }

  onStepGap(listener: () => void): () => void {
    return this.#stepGap.add(listener);
  }

  onSessionEnded(listener: (token: string) => void): () => void {
    return this.#sessionEnded.add(listener);
  }

  onResync(listener: () => void): () => void {
    return this.#resync.add(listener);
  }

  relogin(): void {
    this.#countsProducts = true;
    this.#reconnect();
  }

  #reconnect(): void {
    if (this.#isClosed) return;
    this.#socket.disconnect();
    this.#socket.connect();
  }

  close(): void {
    this.#isClosed = true;
    this.#connection += 1;
    clearTimeout(this.#timer);
    this.#stopWatchingPage();
    this.#follower?.forget();
    this.#socket.close();
  }

  #followerOf({ readSteps, stepNumber = {} }: LiveClientOptions): StepFollowers | undefined {
    if (readSteps === undefined) return undefined;
    const follower = new StepFollowers({
      read: readSteps,
      numbers: typeof stepNumber === 'number' ? { spot: stepNumber } : stepNumber,
      onStep: (step) => {
        for (const { event, data } of step.events) this.#events.get(event)?.tell(data);
        this.#steps.tell(step);
      },
      onGap: () => this.#stepGap.tell(),
    });
    this.#socket.on('step', (step: Step) => follower.take(step));
    return follower;
  }

  async #onConnect(): Promise<void> {
    this.#connection += 1;
    const connection = this.#connection;
    this.#asked.clear();
    if (!(await this.#login()) || !(await this.#flush())) return;
    if (connection !== this.#connection) return;
    this.#setState('live');
    if (this.#wasLive) this.#resync.tell();
    this.#wasLive = true;
  }

  #onDisconnect(reason: string): void {
    this.#connection += 1;
    this.#asked.clear();
    this.#follower?.pause();
    this.#setState('connecting');
    if (reason !== 'io client disconnect') this.#countsProducts = true;
    // Socket.IO comes back by itself only from what it did not ask for.
    if (reason === 'io server disconnect') this.#later(() => this.#socket.connect());
  }

  #onConnectError(): void {
    this.#setState('offline');
  }

  /** Logs in with the current token, if there is one; false when the connection did not survive it. */
  async #login(): Promise<boolean> {
    const token = this.#getToken() ?? undefined;
    const wasLoggedIn = this.#sentToken !== undefined;
    this.#sentToken = token;
    if (token === undefined || token === '' || token === this.#endedToken) {
      // Whoever logs in next begins there. A new token alone changes nothing: numbers are everybody's.
      if (wasLoggedIn) this.#follower?.forget();
      return true;
    }
    const lang = this.#getLanguage();
    const subAccount = this.#getSubAccount();
    const ack = await this.#ask('login', {
      token,
      ...(lang !== undefined && { lang }),
      ...(subAccount !== undefined && { sub_account: subAccount }),
      ...(this.#follower && { steps: true }),
      ...(this.#follower && this.#countsProducts && { products: true }),
    });
    if (ack?.ok === false) {
      if (ack.error === 'not_logged_in') this.#tellSessionEnded();
      else this.#later(() => this.#reconnect());
      if (ack.error === 'validation_failed') this.#countsProducts = false;
    } else if (ack?.number !== undefined)
      await this.#follower?.begin(ack.numbers ?? { spot: ack.number });
    return ack !== undefined;
  }

  #tellSessionEnded(): void {
    if (this.#sentToken === undefined || this.#sentToken === this.#endedToken) return;
    this.#endedToken = this.#sentToken;
    this.#sessionEnded.tell(this.#sentToken);
  }

  #flushSoon(): void {
    if (this.#isFlushing || this.#isClosed) return;
    this.#isFlushing = true;
    queueMicrotask(() => {
      this.#isFlushing = false;
      if (this.#socket.connected && this.#status.state === 'live') void this.#flush();
    });
  }

  /** Makes the server's subscriptions those that are wanted; false when the connection did not survive it. */
  async #flush(): Promise<boolean> {
    const added = [...this.#channels.keys()].filter((channel) => !this.#asked.has(channel));
    const removed = [...this.#asked].filter((channel) => !this.#channels.has(channel));
    for (const channel of added) this.#asked.add(channel);
    for (const channel of removed) this.#asked.delete(channel);
    const asked = [
      ...(removed.length > 0 ? [this.#ask('unsubscribe', { channels: removed })] : []),
      ...(added.length > 0 ? [this.#subscribeTo(added)] : []),
    ];
    return (await Promise.all(asked)).every((ack) => ack !== undefined);
  }

  async #subscribeTo(channels: readonly string[]): Promise<Ack | undefined> {
    const connection = this.#connection;
    const ack = await this.#ask('subscribe', { channels });
    if (ack?.ok === false && ack.error === 'rate_limited' && connection === this.#connection) {
      for (const channel of channels) this.#asked.delete(channel);
      this.#later(() => this.#flushSoon());
    }
    return ack;
  }

  /** Whether the connection still answers; if it does, everything is asked for again and told anew. */
  async #checkConnection(): Promise<void> {
    if (this.#isClosed) return;
    if (!this.#socket.connected) {
      this.#socket.connect();
      return;
    }
    if (this.#status.state !== 'live') return;
    this.#asked.clear();
    if (await this.#flush()) this.#resync.tell();
  }

  /** Undefined when no answer came; the connection is then made anew. */
  async #ask(event: string, request: object): Promise<Ack | undefined> {
    const connection = this.#connection;
    const sentAtMs = this.#now();
    try {
      const ack: Ack = await this.#socket.timeout(ACK_TIMEOUT_MS).emitWithAck(event, request);
      const receivedAtMs = this.#now();
      if (ack.ok) this.serverClock.observe({ sentAtMs, receivedAtMs, serverTimeMs: ack.time });
      return connection === this.#connection ? ack : undefined;
    } catch {
      if (connection === this.#connection && !this.#isClosed) this.relogin();
      return undefined;
    }
  }

  #later(run: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (!this.#isClosed) run();
    }, REFUSED_DELAY_MS);
  }

  #setState(state: LiveState): void {
    if (this.#isClosed || this.#status.state === state) return;
    this.#status = { state, sinceMs: this.#now() };
    this.#statusListeners.tell(this.#status);
  }

  #listenersOf(map: Map<string, Listeners<unknown>>, name: string): Listeners<unknown> {
    const known = map.get(name);
    if (known !== undefined) return known;
    const made = new Listeners<unknown>();
    map.set(name, made);
    return made;
  }
}
