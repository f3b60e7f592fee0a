/**
 * Digests of what was agreed of open orders and positions, under a key made of SECRET_KEY: whoever can write to the database
 * and does not have it cannot change a price that waits without being found at the next start. SHA-512 of key and text, cut
 * to 192 bits, which nobody can lengthen; a third of what an HMAC costs, and the writer makes one for each order that rests.
 */
import { hash } from 'node:crypto';
import type { OrderRow, PositionRow } from '@fairlead/engine';
import type { AgreedJudge, Judgement } from '../sequencer/agreed-check.ts';
import type { Secrets } from './secrets.ts';

const PURPOSE = 'agreed terms';
const DIGEST_CHARACTERS = 32;

export class AgreedTerms implements AgreedJudge {
  /** The present one first. */
  readonly #keys: readonly string[];
  readonly #key: string;

  constructor(secrets: Pick<Secrets, 'digests'>) {
    this.#keys = secrets
      .digests(PURPOSE)
      .map((digest) => Buffer.from(digest).toString('base64url'));
    this.#key = this.#keys[0] ?? '';
  }

  ofOrder(row: OrderRow): string {
    return digestOf(this.#key, orderText(row));
  }

  ofPosition(row: PositionRow): string {
    return digestOf(this.#key, positionText(row));
  }

  /** Whether an order's digest was made here: now, with a previous secret, or not at all. */
  judgeOrder(row: OrderRow, digest: string): Judgement {
    return this.#judge(orderText(row), digest);
  }

  judgePosition(row: PositionRow, digest: string): Judgement {
    return this.#judge(positionText(row), digest);
  }

  /** That every row of an exchange has its digest. */
  ofBeginning(exchange: string): string {
    return digestOf(this.#key, `begun|${exchange}`);
  }

  judgeBeginning(exchange: string, digest: string): Judgement {
    return this.#judge(`begun|${exchange}`, digest);
  }

  #judge(text: string, digest: string): Judgement {
    const at = this.#keys.findIndex((key) => digestOf(key, text) === digest);
    if (at < 0) return 'other';
    return at === 0 ? 'present' : 'previous';
  }
}

const digestOf = (key: string, text: string): string =>
  hash('sha512', key + text, 'base64url').slice(0, DIGEST_CHARACTERS);

/** What never changes of it. The name that its owner gave it comes last: it may hold anything. */
const orderText = (row: OrderRow): string =>
  `order|${row.orderId}|${row.owner}|${row.marketId}|${row.side}|${row.type}|${row.timeInForce}|${row.price}|${row.quantity}|${row.amount}|${row.makerFeePpm}|${row.takerFeePpm}|${row.createdAtMs}|${row.clientOrderId}`;

/** What never changes of it, and what its owner may change: the digest follows the row. */
const positionText = (row: PositionRow): string =>
  `position|${row.positionId}|${row.owner}|${row.marketId}|${row.currencyId}|${row.side}|${row.type}|${row.lots}|${row.lotBaseMinor}|${row.multiple}|${row.maintenanceRatePpm}|${row.openFeePpm}|${row.closeFeePpm}|${row.insuranceSharePpm}|${row.halfSpreadPpm}|${row.priceStepE8}|${row.profitCapMultiple}|${row.status}|${row.price}|${row.openPrice}|${row.takeProfit}|${row.stopLoss}|${row.margin}|${row.openFee}|${row.createdAtMs}|${row.clientOrderId}`;
