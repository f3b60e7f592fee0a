/**
 * Commands of deposits and withdrawals, drawn from a seed: a few owners, operators and small amounts, so that
 * limits, minimums and balances are met often, with refused commands of every kind in between. Ids are
 * those of commands drawn before, whatever became of them, so each command must run under its place as
 * its sequence.
 */
import type { Command, CustodyCommand, DepositRow, LoneRule, SendState } from '@fairlead/engine';
import { amountMinor, DAY_MS } from '@fairlead/units';
import type { TimedCommand } from './random-commands.ts';
import { Seeded } from './seeded.ts';
import { BTC, USDT } from './terms.ts';

const OWNERS = [21, 22, 23] as const;
const STRANGER = 99;
const OPERATORS = [1, 2, 3] as const;
const CURRENCIES = [BTC, USDT] as const;
const CHAINS = ['ERC20', 'TRC20'] as const;
const SEND_STATES: readonly SendState[] = [
  'signed',
  'signed',
  'sent',
  'sent',
  'unknown',
  'failed',
  'idle',
  'refunded',
];

type OpenCommand = Extract<CustodyCommand, { kind: 'open_deposit' }>;

/** Mostly the second is refused, since few bear that name. */
const REPLACEMENTS = [
  { txId: 'another', replaces: 'tx' },
  { txId: 'tx', replaces: 'another' },
] as const;

export class RandomCustody {
  readonly #random: Seeded;
  /** Of what one operator may pass alone: drawn apart. */
  readonly #rules: Seeded;
  /** Of whether only what leaves is stopped: drawn apart. */
  readonly #holds: Seeded;
  /** Of deposits that are held for their origin: drawn apart. */
  readonly #held: Seeded;
  readonly #asksOrigin: boolean;
  readonly #heldIds: number[] = [];
  readonly #depositRow: (depositId: number) => DepositRow | undefined;
  readonly #beginning: Command[] = beginning();
  readonly #withdrawals: number[] = [];
  readonly #deposits: number[] = [];
  readonly #claims: number[] = [];
  readonly #opened: OpenCommand[] = [];
  #sequence = 0;
  #timeMs = 3 * DAY_MS;

  /** `depositRow` gives a deposit as the tables hold it, for reversals; `asksOrigin`: some are held for their origin. */
  constructor(
    seed: number,
    depositRow: (depositId: number) => DepositRow | undefined,
    { asksOrigin = false }: { readonly asksOrigin?: boolean } = {},
  ) {
    this.#asksOrigin = asksOrigin;
    this.#random = new Seeded(seed);
    this.#rules = new Seeded(seed + 1_000_000);
    this.#holds = new Seeded(seed + 2_000_000);
    this.#held = new Seeded(seed + 3_000_000);
    this.#depositRow = depositRow;
  }

  next(): TimedCommand {
    this.#sequence += 1;
    const command = this.#beginning.shift() ?? this.#draw();
    if (command.kind === 'request_withdrawal') this.#withdrawals.push(this.#sequence);
    if (command.kind === 'open_deposit') {
      this.#deposits.push(this.#sequence);
      this.#opened.push(command);
      if (command.depositKind !== 'chain') this.#claims.push(this.#sequence);
    }
    return { command, timeMs: this.#timeMs };
  }

  #draw(): Command {
    const random = this.#random;
    this.#timeMs += random.chance(3) ? DAY_MS / 2 : random.below(60_000);
    const dice = random.below(100);
    if (dice < 18) return this.#request();
    if (dice < 23) return this.#cancel();
    if (dice < 42) return this.#decideWithdrawal();
    if (dice < 54) return this.#mark();
    if (dice < 67) return this.#open();
    if (dice < 75) return this.#credit();
    if (dice < 89) return this.#decideDeposit();
    if (dice < 91)
      return this.#asksOrigin && this.#held.chance(50) ? this.#release() : this.#drop();
    if (dice < 94) return this.#reverse();
    if (dice < 96) {
      const owner = this.#owner();
      const isStopped = random.chance(20);
      if (!this.#holds.chance(45)) return { kind: 'set_owner_state', owner, isFrozen: isStopped };
      const reason = isStopped ? { reason: this.#holds.pick(['checking', 'court']) } : {};
      return { kind: 'hold_withdrawals', owner, ...reason };
    }
    return random.chance(50) ? this.#transfer() : this.#post();
  }

  #request(): Command {
    const random = this.#random;
    return {
      kind: 'request_withdrawal',
      owner: this.#owner(),
      currencyId: this.#currencyId(),
      amount: amountMinor(BigInt(random.below(22))),
      fee: amountMinor(BigInt(random.below(4))),
      minimum: amountMinor(BigInt(random.below(4))),
      destination: random.chance(50)
        ? { kind: 'crypto', addressId: 1, chain: random.pick(CHAINS), address: 'address' }
        : { kind: 'bank', cardId: 1, text: 'card' },
      ...(random.chance(20) ? { note: 'note' } : {}),
      approvalsNeeded: random.pick([1, 2, 2] as const),
      valueMinor: amountMinor(BigInt(random.below(20))),
      dailyValueMax: amountMinor(30n),
      dailyCountMax: 4,
    };
  }

  #cancel(): Command {
    return {
      kind: 'cancel_withdrawal',
      owner: this.#owner(),
      withdrawalId: this.#recent(this.#withdrawals),
    };
  }

  #decideWithdrawal(): Command {
    const random = this.#random;
    return {
      kind: 'decide_withdrawal',
      withdrawalId: this.#recent(this.#withdrawals),
      operatorId: random.pick(OPERATORS),
      intentHash: random.chance(5) ? 'other' : 'intent',
      decision: random.chance(85) ? 'passed' : 'rejected',
      ...(random.chance(20) ? { reason: 'reason' } : {}),
      ...this.#lone(),
    };
  }

  #mark(): Command {
    const random = this.#random;
    const withdrawalId = this.#recent(this.#withdrawals);
    const to = random.pick(SEND_STATES);
    const dice = random.below(100);
    return {
      kind: 'mark_withdrawal',
      withdrawalId,
      to,
      ...(dice < 75 ? { txId: random.chance(90) ? 'tx' : 'another' } : {}),
      ...(dice < 75 && dice % 7 === 0 ? REPLACEMENTS[dice % 2] : {}),
      ...(dice % 5 === 0 ? {} : { reason: 'proof' }),
    };
  }

  /** Outputs are few, so that scanners often see one again. */
  #open(): Command {
    const random = this.#random;
    const base = {
      kind: 'open_deposit',
      owner: this.#owner(),
      currencyId: this.#currencyId(),
      amount: amountMinor(BigInt(random.below(16))),
      openMax: 3,
    } as const;
    if (random.chance(40)) {
      return { ...base, depositKind: random.pick(['crypto', 'bank'] as const), proofFileId: 7 };
    }
    const [again] = this.#opened.slice(-1 - random.below(4));
    if (random.chance(20) && again?.depositKind === 'chain') return again;
    const txId = `tx${random.below(400)}`;
    const outputIndex = random.below(2);
    return { ...base, depositKind: 'chain', chain: random.pick(CHAINS), txId, outputIndex };
  }

  #credit(): Command {
    const random = this.#random;
    const depositId = this.#recent(this.#deposits);
    const minimum = amountMinor(BigInt(random.pick([0, 5, 12])));
    const reference = random.chance(90) ? `output ${depositId}` : 'output 9';
    const isHeld = this.#asksOrigin && this.#held.chance(12);
    if (isHeld) this.#heldIds.push(depositId);
    return { kind: 'credit_deposit', depositId, minimum, reference, ...(isHeld && { isHeld }) };
  }

  #decideDeposit(): Command {
    const random = this.#random;
    const depositId = this.#recent(random.chance(90) ? this.#claims : this.#deposits);
    const reference = random.chance(90) ? `bank ${depositId}` : 'bank 9';
    return {
      kind: 'decide_deposit',
      depositId,
      operatorId: random.pick(OPERATORS),
      decision: random.chance(85) ? 'passed' : 'rejected',
      ...(random.chance(20) ? { credited: amountMinor(BigInt(random.below(9))) } : {}),
      ...(random.chance(95) ? { reference } : {}),
      approvalsNeeded: random.pick([1, 2] as const),
      ...(this.#rules.chance(97) ? { valueMinor: amountMinor(BigInt(this.#rules.below(25))) } : {}),
      ...this.#lone(),
    };
  }

  /** Sums are reached now and then; the holding is longer than any story. */
  #lone(): { readonly lone?: LoneRule } {
    const random = this.#rules;
    if (random.chance(3)) return {};
    return {
      lone: {
        operatorDayFrom: amountMinor(BigInt(random.pick([30, 1_000, 1_000]))),
        ownerWeekFrom: amountMinor(BigInt(random.pick([30, 1_000, 1_000]))),
        holdingMs: random.pick([0, 0, 1e13]),
        countsAsTwo: random.chance(90),
      },
    };
  }

  #release(): Command {
    const depositId = this.#held.chance(70)
      ? (this.#heldIds.shift() ?? STRANGER)
      : this.#recent(this.#deposits);
    return { kind: 'release_deposit', depositId };
  }

  #drop(): Command {
    const depositId = this.#recent(this.#deposits);
    return {
      kind: 'drop_deposit',
      depositId,
      reason: this.#random.pick(['orphaned', 'failed'] as const),
    };
  }

  #reverse(): Command {
    const deposit = this.#depositRow(this.#recent(this.#deposits));
    return deposit === undefined ? this.#drop() : { kind: 'reverse_deposit', deposit };
  }

  #transfer(): Command {
    const random = this.#random;
    const isOut = random.chance(50);
    return {
      kind: 'transfer',
      owner: this.#owner(),
      source: isOut ? 'coin' : 'trust',
      target: isOut ? 'trust' : 'coin',
      currencyId: this.#currencyId(),
      amount: amountMinor(BigInt(random.below(15))),
    };
  }

  /** The house gives, takes its fees, and tries what is not its own. */
  #post(): Command {
    const random = this.#random;
    const base = {
      kind: 'post_entry',
      reason: 'capital',
      reference: `house ${this.#sequence}`,
      currencyId: this.#currencyId(),
    } as const;
    if (random.chance(60)) {
      return {
        ...base,
        amount: amountMinor(40n),
        source: { house: 'external' },
        target: { owner: random.pick(OWNERS), account: 'coin' },
      };
    }
    return {
      ...base,
      amount: amountMinor(BigInt(1 + random.below(4))),
      source: { house: random.pick(['fees', 'suspense', 'withdrawals_in_transit'] as const) },
      target: { house: 'capital' },
    };
  }

  /** One drawn lately, or none that there was. */
  #recent(ids: readonly number[]): number {
    if (ids.length === 0 || this.#random.chance(2)) return 1;
    return this.#random.pick(ids.slice(-4));
  }

  #owner(): number {
    return this.#random.chance(2) ? STRANGER : this.#random.pick(OWNERS);
  }

  #currencyId(): number {
    return this.#random.chance(1) ? 77 : this.#random.pick(CURRENCIES).currencyId;
  }
}

function beginning(): Command[] {
  const commands: Command[] = [];
  for (const currency of CURRENCIES) commands.push({ kind: 'configure_currency', currency });
  for (const owner of OWNERS) {
    commands.push({ kind: 'open_account', owner });
    for (const { currencyId } of CURRENCIES) {
      commands.push({
        kind: 'post_entry',
        reason: 'faucet',
        reference: `begin:${owner}:${currencyId}`,
        currencyId,
        amount: amountMinor(30n),
        source: { house: 'external' },
        target: { owner, account: 'coin' },
      });
    }
  }
  return commands;
}
