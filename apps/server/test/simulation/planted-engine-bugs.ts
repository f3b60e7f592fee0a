/** Mistakes with what passes between several engines, and with what they follow of the home. */
import type { PlantedBug } from './planted-bug.ts';

const ENGINES = 'apps/server/src/engines';
const TRANSFER = 'packages/engine/src/ledger/transfer.ts';
const several = { engines: 'several' } as const;

export const ENGINE_BUGS: readonly PlantedBug[] = [
  {
    ...several,
    name: 'a refusal of what another engine sent is forgotten',
    file: TRANSFER,
    find: '  state.log.rows.receivedTransfers.push(row);\n  return',
    replace: '  if (refusal === undefined) state.log.rows.receivedTransfers.push(row);\n  return',
  },
  {
    ...several,
    name: 'a transfer has a number of each attempt',
    file: `${ENGINES}/carrier.ts`,
    find: 'await arrivals?.receive(asked, given);',
    replace:
      'await arrivals?.receive({ ...asked, transferId: transferId + 1_000_000 * ((globalThis as any).attempts = ((globalThis as any).attempts ?? 0) + 1), reference: String((globalThis as any).attempts) + reference }, given);',
  },
  {
    ...several,
    name: 'what arrives may be earlier than it left',
    file: `${ENGINES}/carrier.ts`,
    find: ', sentAtMs: timeMs }',
    replace: ' }',
  },
  {
    ...several,
    name: 'the home’s samples are taken by the clock of each engine',
    file: 'apps/server/src/core/sequencer/pending.ts',
    find: 'sampleAheadMs: isOfHome ? HOME_AHEAD_MAX_MS : 0,',
    replace: 'sampleAheadMs: 0,',
  },
  {
    ...several,
    name: 'money goes back after a timeout',
    file: `${ENGINES}/carrier.ts`,
    find: '        lane.fail(transferId);\n',
    replace:
      "        lane.fail(transferId);\n        void this.#parts.sequencer.run({ kind: 'end_transfer', transferId, refusal: 'account_not_found' }).catch(() => undefined);\n",
  },
  {
    ...several,
    name: 'a carrier carries what the tables say and its engine does not know',
    file: `${ENGINES}/carrier.ts`,
    find: 'const row = this.#parts.sequencer.sentTransfer(transferId);',
    replace:
      "const row = this.#parts.sequencer.sentTransfer(transferId) ?? (await this.#parts.books.query<any>('SELECT * FROM sent_transfers WHERE transfer_id = $1', [transferId])).map((each) => ({ transferId, owner: Number(each.owner_id), source: each.source, target: each.target, currencyId: each.currency_id, amount: each.amount_minor, reference: each.reference, status: 'sent' as const, timeMs: 1 }))[0];",
  },
  {
    ...several,
    name: 'a mirror opens a frozen account',
    file: `${ENGINES}/mirror.ts`,
    find: '      if (isFrozen) await this.#freeze(id);\n',
    replace: '',
  },
  {
    ...several,
    name: 'what a loss took of transfers is not written again',
    file: `${ENGINES}/exchange/exchange.ts`,
    find: '      await this.#restore((await this.#compare(name)).lost);\n',
    replace: '',
  },
  {
    ...several,
    name: 'what comes back leaves other_engines as it is',
    file: TRANSFER,
    find: '  beginEntry(state, { reason: reasonOf(source), reference }, stamp);\n  postMove(state, {\n    sourceId: ledgerAccountId(HOUSE',
    replace:
      "  if (state.keeps('coin')) return (state.sentTransfers.end({ ...sent, status: 'back', reject: refusal, endedAtMs }), DONE);\n  beginEntry(state, { reason: reasonOf(source), reference }, stamp);\n  postMove(state, {\n    sourceId: ledgerAccountId(HOUSE",
  },
];
