/** What of a state goes to which engine when one becomes four. */
import { Engine, ledgerAccount, type StoredSnapshot } from '@fairlead/engine';
import { type EngineName, PRODUCT_ENGINES } from '../../core/config/engines.ts';
import { keeperOf, SHARES } from '../shares.ts';

/** What is open, and nothing of the way that led there: none of its numbers. */
const EMPTY: StoredSnapshot = new Engine().holdSnapshot();

/** What each has as the home has it. */
const shared = ({ currencies, markets, index, takenSamples, trading }: StoredSnapshot) => ({
  currencies,
  markets,
  index,
  ...(takenSamples !== undefined && { takenSamples }),
  ...(trading !== undefined && { trading }),
});

/** Balances of an engine. What engines have of one another is nobody's, and an empty account is as good as none. */
const balancesOf = (snapshot: StoredSnapshot, name: EngineName): StoredSnapshot['balances'] =>
  [...snapshot.balances].filter(({ accountId, total, frozen }) => {
    const { kind } = ledgerAccount(accountId);
    if (kind === 'other_engines' || (total === 0n && frozen === 0n)) return false;
    return keeperOf(kind) === name;
  });

/**
 * An engine's part of a state, in a form whose hash is the same for the part of one engine that has everything and for the whole of
 * an engine that has this part alone. `owners` are those who are known to a product's engine.
 */
export function partOf(
  snapshot: StoredSnapshot,
  name: EngineName,
  owners: ReadonlySet<number>,
): StoredSnapshot {
  const balances = balancesOf(snapshot, name);
  const { counters } = EMPTY;
  if (name === 'spot') {
    const others = PRODUCT_ENGINES.flatMap((product) => SHARES[product].state);
    const emptied = others.map((list) => [list, []]);
    return { ...snapshot, ...Object.fromEntries(emptied), counters, balances };
  }
  const own = SHARES[name].state.map((list) => [list, snapshot[list]]);
  const isKnown = ({ owner }: { readonly owner: number }): boolean => owners.has(owner);
  return {
    ...EMPTY,
    ...shared(snapshot),
    ...Object.fromEntries(own),
    balances,
    owners: [...snapshot.owners].filter((owner) => owners.has(owner)),
    frozenOwners: snapshot.frozenOwners.filter((owner) => owners.has(owner)),
    referralTerms: snapshot.referralTerms,
    referrals: snapshot.referrals.filter(isKnown),
    partners: snapshot.partners.filter(isKnown),
  };
}
