/** The cold wallets in the console: whoever proposes moves nothing, and whoever brings a signed file need not be who signed it. */
import { type ColdSpendView, ProblemError } from '@fairlead/contract';
import { parseDecimal } from '@fairlead/units';
import { act } from '../core/acts/acts.ts';
import type { AuditLog } from '../core/acts/audit.ts';
import { type Call, type Handlers, operatorOf } from '../core/http/handler.ts';
import type { Database } from '../core/store/database.ts';
import type { Cold } from './cold.ts';
import { ColdPsbtError, DUST, type PsbtFault } from './psbt.ts';
import { type ColdSpend, spendsPage } from './queries.ts';
import { fileOf } from './safe/safe.ts';
import { SafeError, type SafeFault } from './safe/transaction.ts';
import { SCALE, safeView, spendViews, walletView } from './views.ts';

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
const SAFE_FAULTS: Readonly<Record<SafeFault, string>> = {
  not_a_signature:
    'This is no signature of 65 bytes in hexadecimal digits, which ends with 1b or 1c, or 1f or 20',
  contract_signature:
    'Contracts that sign (EIP-1271) and approvals on the chain are not taken here',
  high_s: 'A signature is not in its lower form, which wallets write',
  foreign_owner:
    'A signature is by no owner: another account signed, or another payment, number, chain or wallet was signed',
  duplicate: 'An owner signed twice in it',
  unsigned: 'There is no signature in it',
  owners_changed:
    'The owners of the Safe, or how many have to sign, are not those it was built for: give it up and build it anew',
  nonce_used: 'Another transaction of the Safe had its number: give it up and build it anew',
  foreign_power:
    'Others than enough owners have power over this Safe, see above: nothing is built while that is so',
};
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

export function operatorColdHandlers(context: ColdNeeds): Pick<Handlers, Names> {
  const { cold, database } = context;
  return {
    operatorColdWallet: async () => {
      const [wallet, safe] = await Promise.all([walletView(cold), safeView(cold.safe)]);
      return { ...(wallet && { wallet }), ...(safe && { safe }) };
    },
    operatorColdSpends: async ({ input }) => {
      const page = await spendsPage(database, input);
      return { ...page, list: await spendViews(cold, database, page.list) };
    },
    operatorColdSpend: async ({ input }) => {
      const spend = await cold.find(input.id);
      return { ...(await viewOf(context, input.id)), ...(await signable(cold, spend)) };
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

/** What the next operator signs. */
async function signable(cold: Cold, spend: ColdSpend) {
  if (spend.chain === 'OMNI')
    return { psbt: Buffer.from(await cold.psbtOf(spend)).toString('base64') };
  const { typedData, hashes, call } = fileOf(spend);
  return {
    ...{ typed_data: typedData, domain_hash: hashes.domain, message_hash: hashes.message },
    ...(call !== undefined && { call }),
  };
}

async function propose(context: ColdNeeds, call: Call<'proposeColdSpend'>): Promise<ColdSpendView> {
  const { audit } = context;
  const { input, ip } = call;
  const { operatorId } = operatorOf(call);
  const said = {
    action: 'cold.proposed',
    subject: `cold payment to ${input.address}`,
    detail: input,
  };
  return act(context, call, said, async () => {
    const isBitcoin = (input.currency ?? 'BTC') === 'BTC';
    const id = await (isBitcoin ? proposeBitcoin(context, call) : proposeOfSafe(context, call));
    const view = await viewOf(context, id);
    const { tx_id, address, currency, amount, fee, nonce } = view;
    const detail = { tx_id, address, currency, amount, fee, nonce };
    await audit.add({ operatorId, action: 'cold.built', subject: subjectOf(id), detail, ip });
    return view;
  });
}

async function proposeBitcoin(
  { cold }: ColdNeeds,
  call: Call<'proposeColdSpend'>,
): Promise<number> {
  if (cold.wallet === undefined) throw new ProblemError('chain_closed');
  const { address, units } = checked(call, {
    ...{ address: cold.canonical(call.input.address.trim()), hot: cold.hotAddresses },
    ...{ scale: SCALE, least: DUST },
  });
  const { operatorId } = operatorOf(call);
  return cold.propose({ operatorId, address, units, reason: call.input.reason });
}

async function proposeOfSafe(
  { cold: { safe } }: ColdNeeds,
  call: Call<'proposeColdSpend'>,
): Promise<number> {
  if (safe === undefined) throw new ProblemError('chain_closed');
  const { input } = call;
  const asset = (await safe.assets()).find(({ currency }) => currency === input.currency);
  if (asset === undefined)
    throw new ProblemError('validation_failed', {
      fields: { currency: 'This wallet does not hold it' },
    });
  const { address, units: amount } = checked(call, {
    ...{ address: safe.canonical(input.address.trim()), hot: safe.hotAddresses },
    ...{ scale: asset.scale, least: 1n },
  });
  const { operatorId } = operatorOf(call);
  const { reason } = input;
  return refusing(safe.propose({ operatorId, address, asset, amount, reason }), 'address');
}

/** Whom it pays and how much; throws `validation_failed` with what is wrong. */
function checked(
  { input, say }: Call<'proposeColdSpend'>,
  within: {
    readonly address: string | undefined;
    readonly hot: readonly string[];
    readonly scale: number;
    readonly least: bigint;
  },
): { readonly address: string; readonly units: bigint } {
  const { address, hot, scale, least } = within;
  const units = parseDecimal(input.amount, scale);
  const fields = {
    ...(address === undefined || !hot.includes(address) ? { address: say('fields.address') } : {}),
    ...(units === undefined ? { amount: say('fields.decimals', { count: scale }) } : {}),
    ...(units !== undefined && units < least ? { amount: say('errors.below_minimum') } : {}),
  };
  if (address === undefined || units === undefined || Object.keys(fields).length > 0)
    throw new ProblemError('validation_failed', { fields });
  return { address, units };
}

async function sign(context: ColdNeeds, call: Call<'signColdSpend'>): Promise<ColdSpendView> {
  const { cold, audit } = context;
  const { id } = call.input;
  const { operatorId } = operatorOf(call);
  const said = { action: 'cold.signature_brought', subject: subjectOf(id) };
  return act(context, call, said, async () => {
    const spend = await cold.find(id);
    if (spend.status !== 'signing') throw new ProblemError('already_decided');
    const keys = await (spend.chain === 'OMNI'
      ? refusing(signPsbt(context, call, spend), 'psbt')
      : refusing(signOfSafe(context, call, spend), 'signatures'));
    const view = await viewOf(context, id);
    const detail = { keys, tx_id: view.tx_id, status: view.status };
    const { ip } = call;
    await audit.add({ operatorId, action: 'cold.signed', subject: subjectOf(id), detail, ip });
    return view;
  });
}

async function signPsbt({ cold }: ColdNeeds, call: Call<'signColdSpend'>, spend: ColdSpend) {
  const text = (call.input.psbt ?? '').replaceAll(/\s/g, '');
  const given = BASE64.test(text) ? Buffer.from(text, 'base64') : Buffer.alloc(0);
  return cold.sign(spend, given, operatorOf(call).operatorId);
}

async function signOfSafe(
  { cold: { safe } }: ColdNeeds,
  call: Call<'signColdSpend'>,
  spend: ColdSpend,
) {
  if (safe === undefined) throw new ProblemError('chain_closed');
  return safe.sign(spend, call.input.signatures ?? '', operatorOf(call).operatorId);
}

/** Says what is wrong with a field. */
async function refusing<Answer>(answer: Promise<Answer>, field: string): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    const said =
      error instanceof ColdPsbtError
        ? FAULTS[error.fault]
        : error instanceof SafeError
          ? SAFE_FAULTS[error.fault]
          : undefined;
    if (said === undefined) throw error;
    throw new ProblemError('validation_failed', { fields: { [field]: said } });
  }
}

const subjectOf = (id: number): string => `cold payment ${id}`;

async function viewOf({ cold, database }: ColdNeeds, id: number): Promise<ColdSpendView> {
  const [view] = await spendViews(cold, database, [await cold.find(id)]);
  if (view === undefined) throw new ProblemError('not_found');
  return view;
}
