/** Withdrawals and deposits through all of their steps, by users, watchers and operators; drawn like all commands. */
import { type LoneRule, SEND_STATES } from '@fairlead/engine';
import { Seeded } from '@fairlead/testkit';
import { amountMinor } from '@fairlead/units';
import { DEPOSIT_COLUMNS, type DepositRecord, toDeposit } from '../../../src/custody/record.ts';
import { answerQuery } from '../store/memory-queries.ts';
import { OPERATORS } from './exchange-terms.ts';
import type { Drawn, DrawTools } from './tools.ts';

export class DrawnCustody {
  readonly #random: Seeded;
  /** Of what one operator may pass alone: drawn apart. */
  readonly #rules = new Seeded(2);
  readonly #tools: DrawTools;

  constructor(random: Seeded, tools: DrawTools) {
    this.#random = random;
    this.#tools = tools;
  }

  requestWithdrawal(): Drawn {
    const random = this.#random;
    return this.#tools.own({
      kind: 'request_withdrawal',
      owner: this.#tools.owner(),
      currencyId: this.#tools.currencyId(),
      amount: amountMinor(BigInt(random.below(700_000_000))),
      fee: amountMinor(BigInt(random.below(2_000))),
      minimum: amountMinor(1_000n),
      destination: random.chance(50)
        ? { kind: 'crypto', addressId: 1, chain: 'ERC20', address: 'address' }
        : { kind: 'bank', cardId: 1, text: 'card' },
      approvalsNeeded: random.pick([1, 2] as const),
      valueMinor: amountMinor(BigInt(random.below(2_000))),
      dailyValueMax: amountMinor(20_000n),
      dailyCountMax: 9,
    });
  }

  moveWithdrawal(): Drawn {
    const random = this.#random;
    const status = random.chance(60) ? 'under_review' : 'passed';
    const [withdrawalId, row] = this.#tools.one('withdrawals', 'withdrawal_id', 'status', status);
    const dice = random.below(100);
    if (dice < 10) {
      const owner = Number(row?.['owner_id'] ?? this.#tools.owner());
      return this.#tools.own({ kind: 'cancel_withdrawal', owner, withdrawalId });
    }
    if (dice < 60) {
      return this.#tools.byOperator({
        kind: 'decide_withdrawal',
        withdrawalId,
        operatorId: random.pick(OPERATORS),
        intentHash: random.chance(4) ? 'other' : 'intent',
        decision: random.chance(80) ? 'passed' : 'rejected',
        reason: 'reason',
        ...this.#lone(),
      });
    }
    return this.#tools.byOperator({
      kind: 'mark_withdrawal',
      withdrawalId,
      to: random.pick(SEND_STATES),
      txId: random.chance(92) ? `tx ${withdrawalId}` : 'another',
      ...(random.chance(8) ? { replaces: random.pick([`tx ${withdrawalId}`, 'another']) } : {}),
      reason: 'proof',
    });
  }

  /** Outputs are few, so that scanners often see one again. */
  openDeposit(): Drawn {
    const random = this.#random;
    const base = {
      kind: 'open_deposit',
      owner: this.#tools.owner(),
      currencyId: this.#tools.currencyId(),
      amount: amountMinor(BigInt(random.below(60_000))),
      openMax: 5,
    } as const;
    if (random.chance(35)) return this.#tools.own({ ...base, depositKind: 'bank', proofFileId: 7 });
    const named = { txId: `tx${random.below(40)}`, outputIndex: random.below(2) };
    return this.#tools.byOperator({ ...base, depositKind: 'chain', chain: 'ERC20', ...named });
  }

  moveDeposit(): Drawn {
    const random = this.#random;
    const status = random.chance(90) ? 'under_review' : 'passed';
    const [depositId, row] = this.#tools.one('deposits', 'deposit_id', 'status', status);
    const dice = random.below(100);
    if (status === 'passed' && row?.['kind'] === 'chain' && dice < 60) {
      const sql = `SELECT ${DEPOSIT_COLUMNS} FROM deposits WHERE deposit_id = $1`;
      const [record] = answerQuery(this.#tools.tables.home, sql, [depositId]);
      const deposit = toDeposit(record as unknown as DepositRecord);
      return this.#tools.byOperator({ kind: 'reverse_deposit', deposit });
    }
    if (row?.['kind'] !== 'bank') {
      if (dice < 10)
        return this.#tools.byOperator({ kind: 'drop_deposit', depositId, reason: 'orphaned' });
      const reference = random.chance(95) ? `output ${depositId}` : 'output 9';
      const minimum = amountMinor(BigInt(random.pick([0, 20_000])));
      return this.#tools.byOperator({ kind: 'credit_deposit', depositId, minimum, reference });
    }
    return this.#tools.byOperator({
      kind: 'decide_deposit',
      depositId,
      operatorId: random.pick(OPERATORS),
      decision: dice < 80 ? 'passed' : 'rejected',
      reference: random.chance(95) ? `bank ${depositId}` : 'bank 9',
      approvalsNeeded: random.pick([1, 2] as const),
      valueMinor: amountMinor(BigInt(this.#rules.below(2_000))),
      ...this.#lone(),
    });
  }

  /** Sums are reached now and then; the holding is longer than any run. */
  #lone(): { readonly lone: LoneRule } {
    const random = this.#rules;
    return {
      lone: {
        operatorDayFrom: amountMinor(BigInt(random.pick([3_000, 1_000_000]))),
        ownerWeekFrom: amountMinor(BigInt(random.pick([3_000, 1_000_000]))),
        holdingMs: random.pick([0, 1e13]),
        countsAsTwo: random.chance(95),
      },
    };
  }
}
