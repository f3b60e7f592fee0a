/**
 * Timers that cancel which programs' connections keep set. Setting one again is no call that is counted, so of an owner so many are
 * kept; and each time its key is asked for anew, as for a call.
 */
import { CancelSwitches, type SwitchAsked } from '../../../realtime/index.ts';
import type { ApiKeys, OpenApiKey } from '../../api-keys.ts';
import type { Binance } from '../binance.ts';
import { BinanceError } from '../errors.ts';
import { SWITCHES_PER_USER_MAX } from '../limits.ts';
import type { StreamSocket } from './stream-socket.ts';

export interface SwitchBoardOptions {
  readonly binance: Pick<Binance, 'setTimer'>;
  readonly apiKeys: Pick<ApiKeys, 'find'>;
  readonly limitFactor: number;
  readonly onFailure: (error: unknown) => void;
}

/** By whom a timer is asked for. */
export interface SwitchOwner {
  readonly key: Pick<OpenApiKey, 'apiKeyId' | 'userId'>;
  /** What names the key. */
  readonly apiKey: string;
}

/** Those of one owner on one socket. */
interface Board {
  readonly socket: StreamSocket;
  readonly userId: number;
  readonly switches: CancelSwitches;
  /** With which key each was asked for last, by number. */
  readonly keys: Map<number, number>;
}

export class SwitchBoard {
  readonly #options: SwitchBoardOptions;
  readonly #boards = new Set<Board>();

  constructor(options: SwitchBoardOptions) {
    this.#options = options;
  }

  /** Keys that something is kept with. */
  get apiKeyIds(): number[] {
    return [...this.#boards].flatMap(keysOf);
  }

  /** Sets a timer, and keeps it set while its socket is there and its key may. */
  async ask(socket: StreamSocket, owner: SwitchOwner, asked: SwitchAsked): Promise<void> {
    const { apiKeyId, userId } = owner.key;
    const board = this.#boardOf(socket, userId);
    if (asked.seconds > 0) this.#count(board, asked.timer);
    this.#boards.add(board);
    board.keys.set(asked.timer, apiKeyId);
    try {
      await board.switches.ask(asked, (set) => this.#set(socket, owner, set));
    } finally {
      if (board.switches.timers.length === 0) this.#boards.delete(board);
    }
  }

  /** The socket is gone. */
  leave(socket: StreamSocket): void {
    for (const board of [...this.#boards]) if (board.socket === socket) this.#end(board);
  }

  /** A socket that something is kept on with a key ends with it. */
  endWhere(isOver: (apiKeyId: number) => boolean): void {
    for (const board of [...this.#boards]) {
      if (!keysOf(board).some(isOver)) continue;
      this.leave(board.socket);
      board.socket.end('the key has ended');
    }
  }

  #end(board: Board): void {
    board.switches.stop();
    this.#boards.delete(board);
  }

  #boardOf(socket: StreamSocket, userId: number): Board {
    const known = [...this.#boards].find(
      (board) => board.socket === socket && board.userId === userId,
    );
    const { onFailure } = this.#options;
    return (
      known ?? {
        socket,
        userId,
        switches: new CancelSwitches({ isFinal, onFailure }),
        keys: new Map(),
      }
    );
  }

  #count(asking: Board, timer: number): void {
    if (asking.switches.timers.includes(timer)) return;
    let kept = 0;
    for (const { userId, switches } of this.#boards)
      if (userId === asking.userId) kept += switches.timers.length;
    if (kept >= SWITCHES_PER_USER_MAX * this.#options.limitFactor)
      throw new BinanceError(-1003, 'Too many timers of this account.', { status: 429 });
  }

  /** What a key asked for that ended, or may no longer trade or not from here, runs out. */
  async #set(
    { ip }: StreamSocket,
    { key: { apiKeyId }, apiKey }: SwitchOwner,
    asked: SwitchAsked,
  ): Promise<void> {
    const { apiKeys, binance } = this.#options;
    const key = await apiKeys.find(apiKey);
    if (key?.apiKeyId !== apiKeyId || !key.canTrade || !key.admits(ip))
      throw new BinanceError(-2015, 'Invalid API-key, IP, or permissions for action.', {
        status: 401,
      });
    await binance.setTimer({ key, ip }, asked);
  }
}

const keysOf = ({ switches, keys }: Board): number[] =>
  switches.timers.flatMap((timer) => keys.get(timer) ?? []);

/** What waits for the engine (-1007) or for a limit may be taken later. */
const isFinal = (error: unknown): boolean =>
  error instanceof BinanceError &&
  error.status < 500 &&
  error.status !== 429 &&
  error.code !== -1007;
