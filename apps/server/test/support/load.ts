/** Clients that ask until they are answered, always with the same key, and remember what they were told. */
import { type Asked, ask, BTC_USDT } from './deployment-fixture.ts';

interface Server {
  readonly address: string;
}

/** One money call with all that came back. */
interface Told {
  readonly name: 'placeOrder' | 'transfer' | 'cancelOrder';
  readonly request: Readonly<Record<string, unknown>>;
  readonly token: string;
  readonly key: string;
  /** The answer's body. */
  readonly text: string;
  readonly tries: number;
  /** What earlier tries came to. */
  readonly refused: readonly Refused[];
}

interface Refused {
  /** The answer's body, or why there was none. */
  readonly text: string;
  readonly afterMs: number;
}

const RETRY_MS = 50;
const GIVE_UP_MS = 45_000;

export class Load {
  readonly told: Told[] = [];
  readonly #servers: readonly Server[];
  readonly #restMs: number;
  #isEnding = false;
  #clients: Promise<void>[] = [];
  #keys = 0;
  #answers: (() => void)[] = [];

  /** `restMs`: what a client waits between two rounds; without it the load takes all that the machine has. */
  constructor(servers: readonly Server[], { restMs = 0 }: { readonly restMs?: number } = {}) {
    this.#servers = servers;
    this.#restMs = restMs;
  }

  /** A client of its own gateway: it places and cancels orders, and moves a cent between orders. */
  start(token: string, at: number, price: string): void {
    this.#clients.push(this.#run(token, at, price));
  }

  /** Resolves at the answer of a call that begins from now on. */
  async answeredAnew(token: string): Promise<void> {
    const key = this.#key();
    const request = { from_account: 'coin', to_account: 'option', currency_id: 3, amount: '0.01' };
    await this.#until({ name: 'transfer', request, token, key }, 0);
  }

  /** Ends when every client has its last answer. */
  async end(): Promise<void> {
    this.#isEnding = true;
    await Promise.all(this.#clients);
  }

  async #run(token: string, at: number, price: string): Promise<void> {
    while (!this.#isEnding) {
      const key = this.#key();
      const order = { symbol: BTC_USDT, side: 'buy', type: 'limit', quantity: '0.001', price };
      const request = { ...order, client_order_id: key };
      await this.#until({ name: 'placeOrder', request, token, key }, at);
      const move = { from_account: 'coin', to_account: 'option', currency_id: 3, amount: '0.01' };
      await this.#until({ name: 'transfer', request: move, token, key: this.#key() }, at);
      const cancel = { client_order_id: key };
      await this.#until({ name: 'cancelOrder', request: cancel, token, key: this.#key() }, at);
      if (this.#restMs > 0) await new Promise((resolve) => setTimeout(resolve, this.#restMs));
    }
  }

  #key(): string {
    this.#keys += 1;
    return `load-${this.#keys}`;
  }

  async #until(call: Omit<Told, 'text' | 'tries' | 'refused'>, first: number): Promise<void> {
    const { name, request, token, key } = call;
    const asked: Asked = { token, key };
    const endMs = performance.now() + GIVE_UP_MS;
    const refused: Refused[] = [];
    for (let tries = 1; performance.now() < endMs; tries += 1) {
      const server = this.#servers[(first + tries - 1) % this.#servers.length] as Server;
      const askedAt = performance.now();
      const refuse = (text: string) => refused.push({ text, afterMs: performance.now() - askedAt });
      const reply = await ask(server, name, request, asked).catch((error: unknown) => {
        refuse(`${error}: ${error instanceof Error ? error.cause : ''}`);
        return undefined;
      });
      if (reply !== undefined && reply.status < 500 && reply.error !== 'in_progress') {
        this.told.push({ ...call, text: reply.text, tries, refused });
        for (const tell of this.#answers.splice(0)) tell();
        return;
      }
      if (reply !== undefined) refuse(reply.text);
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
    throw new Error(`${name} ${key}: no answer, last ${refused.at(-1)?.text}`);
  }
}
