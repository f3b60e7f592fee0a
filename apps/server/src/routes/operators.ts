/** The console's calls. Everything an operator does is in the audit log before it happens. */
import { ProblemError } from '@fairlead/contract';
import type { Command } from '@fairlead/engine';
import type { Context } from '../context.ts';
import { rejectCode } from '../plugins/envelope.ts';
import { currencyView, marketView, readCurrency, readMarket } from '../services/operators-terms.ts';
import { type Call, type Handlers, operatorOf } from './handler.ts';

type Names =
  | 'operatorLogin'
  | 'operatorLogout'
  | 'operatorCurrencies'
  | 'operatorSaveCurrency'
  | 'operatorMarkets'
  | 'operatorSaveMarket'
  | 'operatorHalt';

export function operatorHandlers(context: Context): Pick<Handlers, Names> {
  const { operators, terms } = context;
  return {
    operatorLogin: (call) => operators.login(call.input, call),
    operatorLogout: async (call) => {
      await operators.logout(operatorOf(call));
      return call.say('done.logged_out');
    },
    operatorCurrencies: () => terms.currencies().map(currencyView),
    operatorSaveCurrency: async (call) => {
      const currency = readCurrency(call.input);
      const named = terms.currencyNamed(currency.name);
      if (named !== undefined && named.currencyId !== currency.currencyId)
        throw new ProblemError('name_taken');
      const act = { action: 'currency.saved', subject: `currency ${currency.name}` };
      await perform(context, call, { ...act, command: { kind: 'configure_currency', currency } });
      return { currency_id: currency.currencyId };
    },
    operatorMarkets: () => terms.markets().map(marketView),
    operatorSaveMarket: async (call) => {
      const market = readMarket(call.input, terms, call.say);
      const act = { action: 'market.saved', subject: `market ${market.symbol}` };
      // Orders under way were read with the present tick and lot.
      await context.orderGate.whileClosed(market.marketId, () =>
        perform(context, call, { ...act, command: { kind: 'configure_market', market } }),
      );
      return { market_id: market.marketId };
    },
    operatorHalt: async (call) => {
      const { symbol, state } = call.input;
      const market = terms.market(symbol);
      if (market === undefined) throw new ProblemError('not_found');
      await perform(context, call, {
        action: 'market.state',
        subject: `market ${symbol}`,
        command: { kind: 'set_market_state', marketId: market.marketId, state },
      });
      return { symbol, state };
    },
  };
}

interface Act {
  readonly action: string;
  readonly subject: string;
  readonly command: Command;
}

type OperatorCall = Pick<Call, 'caller' | 'ip'> & {
  readonly input: Readonly<Record<string, unknown>>;
};

/** Notes the act, then runs it; a refusal is noted too. */
async function perform({ audit, sequencer }: Context, call: OperatorCall, act: Act): Promise<void> {
  const { operatorId } = operatorOf(call);
  const { action, subject, command } = act;
  const entry = { operatorId, subject, detail: call.input, ip: call.ip };
  await audit.add({ ...entry, action });
  const result = await sequencer.run(command);
  if (result.ok) return;
  const code = rejectCode(result.reject, command.kind);
  await audit.add({ ...entry, action: `${action}.refused`, detail: { code } });
  throw new ProblemError(code);
}
