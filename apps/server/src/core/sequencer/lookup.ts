/** Asks the tables, once for many submissions, which keys and names were used before. */
import { type Command, type PlaceList, type Reject, restoredEntry } from '@fairlead/engine';
import { assertNever } from '@fairlead/units';
import type { Queryable } from '../store/database.ts';
import { findUsedNames, type StoredAnswer, type UsedNamesQuery } from '../store/lookup-queries.ts';
import { type AnswerCache, checked, type Idempotency } from './answer-cache.ts';
import type { Pending } from './submission.ts';
import { SubmitError } from './submit-error.ts';

type Mutable<List> = List extends readonly (infer Item)[] ? Item[] : never;
type Asked = { [Name in keyof UsedNamesQuery]: Mutable<UsedNamesQuery[Name]> };
type NameList = Exclude<keyof UsedNamesQuery, 'keys'>;

const NAME_LISTS = [
  'clientOrderIds',
  'clientPositionIds',
  'clientTriggerIds',
  'clientListIds',
  'references',
  'chainOutputs',
  'unpassedDeposits',
  'receivedTransfers',
] as const satisfies readonly NameList[];

/** A name whose use the tables know of for ever, and the engine only lately. */
type NameToLookUp = {
  [List in NameList]: { readonly list: List; readonly name: UsedNamesQuery[List][number] };
}[NameList];

/** How a command is refused whose name was used. */
const REJECTS: Readonly<Record<NameList, Reject>> = {
  clientOrderIds: 'duplicate_client_order_id',
  clientPositionIds: 'duplicate_client_order_id',
  clientTriggerIds: 'duplicate_client_order_id',
  clientListIds: 'duplicate_client_order_id',
  references: 'duplicate_reference',
  chainOutputs: 'duplicate_reference',
  unpassedDeposits: 'already_decided',
  receivedTransfers: 'duplicate_reference',
};

function nameOf(command: Command): NameToLookUp | undefined {
  switch (command.kind) {
    case 'place_order':
    case 'replace_order': {
      const { owner } = command;
      const { clientOrderId } = command.kind === 'place_order' ? command : command.placed;
      if (clientOrderId === undefined) return undefined;
      return { list: 'clientOrderIds', name: { owner, clientOrderId } };
    }
    case 'place_trigger':
    case 'place_trailing': {
      const { owner, clientOrderId } = command;
      if (clientOrderId === undefined) return undefined;
      return { list: 'clientTriggerIds', name: { owner, clientOrderId } };
    }
    case 'open_position':
    case 'reverse_position': {
      const { owner, clientOrderId } = command;
      if (clientOrderId === undefined) return undefined;
      return { list: 'clientPositionIds', name: { owner, clientOrderId } };
    }
    case 'post_entry':
      return { list: 'references', name: command };
    case 'credit_deposit':
      return depositReference(command.reference);
    case 'decide_deposit':
      // A rejection posts nothing.
      return command.decision === 'passed' ? depositReference(command.reference) : undefined;
    case 'open_deposit': {
      const { depositKind, chain, txId, outputIndex } = command;
      const isNamed = chain !== undefined && txId !== undefined && outputIndex !== undefined;
      if (depositKind !== 'chain' || !isNamed) return undefined;
      return { list: 'chainOutputs', name: { chain, txId, outputIndex } };
    }
    case 'reverse_deposit':
      return { list: 'unpassedDeposits', name: command.deposit.depositId };
    case 'restore_transfer':
      return { list: 'references', name: restoredEntry(command) };
    case 'receive_transfer':
      return { list: 'receivedTransfers', name: command.transferId };
    default:
      return undefined;
  }
}

/** All names that a command gives; a list of orders gives several. */
function namesOf(command: Command): readonly NameToLookUp[] {
  if (command.kind === 'place_list') return listNames(command);
  const name = nameOf(command);
  return name === undefined ? [] : [name];
}

/** A name that a list of orders gives, and whose it is. */
interface ListedName {
  readonly list: 'clientOrderIds' | 'clientTriggerIds' | 'clientListIds';
  readonly name: { readonly owner: number; readonly clientOrderId: string };
}

/** Of the list and of each of its orders. */
export function listNames({ owner, clientListId, working, legs }: PlaceList): ListedName[] {
  const named = (list: ListedName['list'], clientOrderId: string | undefined): ListedName[] =>
    clientOrderId === undefined ? [] : [{ list, name: { owner, clientOrderId } }];
  return [
    ...named('clientListIds', clientListId),
    ...named('clientOrderIds', working?.clientOrderId),
    ...legs.flatMap(({ clientOrderId, trigger }) => {
      const isOrder = working === undefined && trigger === undefined;
      return named(isOrder ? 'clientOrderIds' : 'clientTriggerIds', clientOrderId);
    }),
  ];
}

/** The tables take no NUL: the engine refuses such a reference, and no other submission's lookup may fail for it. */
const depositReference = (reference: string | undefined): NameToLookUp | undefined =>
  reference === undefined || reference.includes('\0')
    ? undefined
    : { list: 'references', name: { reason: 'deposit', reference } };

/** Whether a submission must wait for the tables' word. */
export function needsLookup({ command, idempotency }: Pending, cache: AnswerCache): boolean {
  const isKeyAsked = idempotency !== undefined && cache.mayBeStored(idempotency);
  return isKeyAsked || namesOf(command).length > 0;
}

/** Sets `used` of each submission whose key or name the tables know. */
export async function lookUp(
  source: Queryable,
  pendings: readonly Pending[],
  cache: AnswerCache,
): Promise<void> {
  const asked: Asked = { keys: [], ...noNames() };
  const keyOwners: Pending[] = [];
  const nameOwners: Record<NameList, Pending[]> = noNames();
  for (const pending of pendings) {
    const { command, idempotency } = pending;
    if (idempotency !== undefined && cache.mayBeStored(idempotency)) {
      keyOwners.push(pending);
      asked.keys.push(idempotency);
    }
    for (const found of namesOf(command)) {
      nameOwners[found.list].push(pending);
      addName(asked, found);
    }
  }
  const used = await findUsedNames(source, asked);
  for (const list of NAME_LISTS) {
    for (const place of used[list]) markUsed(nameOwners[list][place], { reject: REJECTS[list] });
  }
  // Last: a first answer is given again whatever else is known of the command.
  for (const [place, answer] of used.answers) markUsed(keyOwners[place], { answer });
}

const noNames = (): Record<NameList, never[]> => ({
  clientOrderIds: [],
  clientPositionIds: [],
  clientTriggerIds: [],
  clientListIds: [],
  references: [],
  chainOutputs: [],
  unpassedDeposits: [],
  receivedTransfers: [],
});

function addName(asked: Asked, { list, name }: NameToLookUp): void {
  switch (list) {
    case 'clientOrderIds':
      asked.clientOrderIds.push(name);
      return;
    case 'clientPositionIds':
      asked.clientPositionIds.push(name);
      return;
    case 'clientTriggerIds':
      asked.clientTriggerIds.push(name);
      return;
    case 'clientListIds':
      asked.clientListIds.push(name);
      return;
    case 'references':
      asked.references.push(name);
      return;
    case 'chainOutputs':
      asked.chainOutputs.push(name);
      return;
    case 'unpassedDeposits':
      asked.unpassedDeposits.push(name);
      return;
    case 'receivedTransfers':
      asked.receivedTransfers.push(name);
      return;
    default:
      assertNever(list);
  }
}

/** The first answer to a request, if the tables hold one. Rejects with SubmitError. */
export async function lookUpAnswer(
  source: Queryable,
  request: Idempotency,
): Promise<StoredAnswer | undefined> {
  const asked = { keys: [request], ...noNames() };
  const { answers } = await findUsedNames(source, asked).catch((failure: unknown) => {
    throw new SubmitError('unavailable', failure);
  });
  const found = answers.get(0);
  return found && checked(found, request);
}

function markUsed(pending: Pending | undefined, used: Pending['used']): void {
  if (pending !== undefined) pending.used = used;
}
