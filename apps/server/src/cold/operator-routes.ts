/** The cold wallet in the console: whoever proposes moves nothing, and whoever brings a signed file need not be who signed it. */
import { type ColdSpendView, ProblemError } from '@fairlead/contract';
import { parseDecimal } from '@fairlead/units';
import { act } from '../core/acts/acts.ts';
import type { AuditLog } from '../core/acts/audit.ts';
import { type Call, type Handlers, operatorOf } from '../core/http/handler.ts';
import type { Database } from '../core/store/database.ts';
import type { Cold } from './cold.ts';
import { ColdPsbtError, DUST, type PsbtFault } from './psbt.ts';
import { spendsPage } from './queries.ts';
import { SCALE, spendViews, walletView } from './views.ts';

export interface ColdNeeds {
  readonly database: Database;
  readonly audit: AuditLog;
  readonly cold: Cold;
}

type Names =
  | 'operatorColdWallet'
  | 'operatorColdSpends'
  | 'operatorColdSpend'
  | 'proposeColdSpend'
  | 'signColdSpend'
  | 'cancelColdSpend';

/** In the console's language. */
const FAULTS: Readonly<Record<PsbtFault, string>> = {
  not_a_psbt: 'This is no PSBT',
  other_transaction: 'This is another transaction than the one that was proposed',
  altered: 'What it says of coins, scripts or keys is not what was proposed',
  sighash: 'A signature does not hold all of the transaction (its kind is not ALL)',
  foreign_key: "A signature is by a key that is none of the wallet's",
  signature_wrong: 'A signature is not valid for this transaction',
  incomplete: 'A key signed some of the coins and not all',
  unsigned: 'There is no signature in it',
};
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

export function operatorColdHandlers(context: ColdNeeds): Pick<Handlers, Names> {
  const { cold, database } = context;
  return {
    operatorColdWallet: async () => {
      const wallet = await walletView(cold);
      return { ...(wallet && { wallet }) };
    },
    operatorColdSpends: async ({ input }) => {
      const page = await spendsPage(database, input);
      return { ...page, list: await spendViews(cold, database, page.list) };
    },
    operatorColdSpend: async ({ input }) => {
      const spend = await cold.find(input.id);
      const psbt = Buffer.from(await cold.psbtOf(spend)).toString('base64');
      return { ...(await viewOf(context, input.id)), psbt };
    },
    proposeColdSpend: (call) => propose(context, call),
    signColdSpend: (call) => sign(context, call),
    cancelColdSpend: (call) => {
      const { id, reason } = call.input;
      const said = { action: 'cold.cancelled', subject: subjectOf(id), detail: { reason } };
      return act(context, call, said, async () => {
        await cold.cancel(id, { by: operatorOf(call).operatorId, reason });
        return viewOf(context, id);
      });
    },
  };
}

async function propose(context: ColdNeeds, call: Call<'proposeColdSpend'>): Promise<ColdSpendView> {
  const { cold, audit } = context;
  const { input, say, ip } = call;
  const { operatorId } = operatorOf(call);
  const said = {
    action: 'cold.proposed',
    subject: `cold payment to ${input.address}`,
    detail: input,
  };
  return act(context, call, said, async () => {
    if (cold.wallet === undefined) throw new ProblemError('chain_closed');
    const address = cold.canonical(input.address.trim());
    const units = parseDecimal(input.amount, SCALE);
    const fields = {
      ...(address === undefined || !cold.hotAddresses.includes(address)
        ? { address: say('fields.address') }
        : {}),
      ...(units === undefined ? { amount: say('fields.decimals', { count: SCALE }) } : {}),
      ...(units !== undefined && units < DUST ? { amount: say('errors.below_minimum') } : {}),
    };
    if (address === undefined || units === undefined || Object.keys(fields).length > 0)
      throw new ProblemError('validation_failed', { fields });
    const id = await cold.propose({ operatorId, address, units, reason: input.reason });
    const view = await viewOf(context, id);
    const { tx_id, amount, fee } = view;
    const detail = { tx_id, address, amount, fee };
    await audit.add({ operatorId, action: 'cold.built', subject: subjectOf(id), detail, ip });
    return view;
  });
}

async function sign(context: ColdNeeds, call: Call<'signColdSpend'>): Promise<ColdSpendView> {
  const { cold, audit } = context;
  const { id, psbt } = call.input;
  const { operatorId } = operatorOf(call);
  const said = { action: 'cold.signature_brought', subject: subjectOf(id) };
  return act(context, call, said, async () => {
    const text = psbt.replaceAll(/\s/g, '');
    const given = BASE64.test(text) ? Buffer.from(text, 'base64') : Buffer.alloc(0);
    const keys = await refusing(cold.sign(id, given, operatorId));
    const view = await viewOf(context, id);
    const detail = { keys, tx_id: view.tx_id, status: view.status };
    const { ip } = call;
    await audit.add({ operatorId, action: 'cold.signed', subject: subjectOf(id), detail, ip });
    return view;
  });
}

async function refusing<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof ColdPsbtError)) throw error;
    throw new ProblemError('validation_failed', { fields: { psbt: FAULTS[error.fault] } });
  }
}

const subjectOf = (id: number): string => `cold payment ${id}`;

async function viewOf({ cold, database }: ColdNeeds, id: number): Promise<ColdSpendView> {
  const [view] = await spendViews(cold, database, [await cold.find(id)]);
  if (view === undefined) throw new ProblemError('not_found');
  return view;
}
