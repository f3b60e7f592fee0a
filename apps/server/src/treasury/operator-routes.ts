/** The treasury in the console: anybody of the books sees it, a manager proposes limits, another one decides. */
import { ProblemError, type ResponseOf } from '@fairlead/contract';
import { parseDecimal } from '@fairlead/units';
import { act } from '../core/acts/acts.ts';
import { amountText } from '../core/http/figures.ts';
import { type Call, type Handlers, operatorOf } from '../core/http/handler.ts';
import type { TreasuryNeeds } from './needs.ts';
import { limitsPage } from './queries.ts';
import type { LimitsPayload, LimitsText } from './treasury.ts';
import { treasuryView } from './views.ts';

type Names = 'operatorTreasury' | 'operatorTreasuryLimits' | 'proposeTreasuryLimits';
const FIELDS = ['minimum', 'target', 'maximum'] as const;

export function operatorTreasuryHandlers(context: TreasuryNeeds): Pick<Handlers, Names> {
  const { database, terms } = context;
  return {
    operatorTreasury: () => treasuryView(context),
    operatorTreasuryLimits: async ({ input: { currency_id: currencyId, chain, page, limit } }) => {
      const found = await limitsPage(database, {
        ...{ page, limit },
        ...(chain !== undefined && { chain }),
        ...(currencyId !== undefined && { currencyId }),
      });
      return {
        ...found,
        list: found.list.map((row) => {
          const currency = terms.knownCurrency(row.currencyId);
          return {
            ...{ id: row.id, currency_id: row.currencyId, currency: currency.name },
            chain: row.chain,
            minimum: amountText(row.minimum, currency),
            target: amountText(row.target, currency),
            maximum: amountText(row.maximum, currency),
            ...{ proposal_id: row.proposalId, proposed_by: row.proposedBy },
            ...{ decided_by: row.decidedBy, reason: row.reason, time: row.setAtMs },
          };
        }),
      };
    },
    proposeTreasuryLimits: (call) => propose(context, call),
  };
}

async function propose(
  context: TreasuryNeeds,
  call: Call<'proposeTreasuryLimits'>,
): Promise<ResponseOf<'proposeTreasuryLimits'>> {
  const { chain, reason } = call.input;
  const payload = await payloadFor(context, call);
  const subject = `treasury ${payload.currency} ${chain}`;
  const said = { action: 'treasury.limits_proposed', subject, detail: call.input };
  const draft = { kind: 'treasury_limits', payload, reason } as const;
  return act(context, call, said, async () => ({
    proposal_id: await context.proposals.propose(operatorOf(call), draft),
  }));
}

/** Throws field errors. */
async function payloadFor(
  { treasury, terms }: TreasuryNeeds,
  { input, say }: Call<'proposeTreasuryLimits'>,
): Promise<LimitsPayload> {
  const { chain, currency_id: currencyId } = input;
  const line = (await treasury.lines()).find(
    (each) => each.chain === chain && each.currencyId === currencyId,
  );
  if (line === undefined)
    throw new ProblemError('validation_failed', {
      fields: { currency_id: say('fields.currency') },
    });
  const currency = terms.knownCurrency(currencyId);
  const fields: Record<string, string> = {};
  const read = Object.fromEntries(
    FIELDS.map((field) => {
      const minor = parseDecimal(input[field], currency.scale);
      if (minor === undefined) fields[field] = say('fields.decimals', { count: currency.scale });
      return [field, minor ?? 0n];
    }),
  ) as Record<(typeof FIELDS)[number], bigint>;
  const { minimum, target, maximum } = read;
  if (fields['target'] === undefined && target < minimum)
    fields['target'] = say('errors.below_minimum');
  if (fields['maximum'] === undefined && maximum < target)
    fields['maximum'] = say('errors.below_minimum');
  if (Object.keys(fields).length > 0) throw new ProblemError('validation_failed', { fields });
  const textOf = (text: (amount: bigint) => string, limits: typeof read): LimitsText => ({
    minimum: text(limits.minimum),
    target: text(limits.target),
    maximum: text(limits.maximum),
  });
  const decimal = (amount: bigint) => amountText(amount, currency);
  return {
    ...{ chain, currency_id: currencyId, currency: currency.name },
    replaces: line.limits?.id ?? 0,
    ...(line.limits && { before: textOf(decimal, line.limits) }),
    after: textOf(decimal, read),
    minor: textOf(String, read),
  };
}
