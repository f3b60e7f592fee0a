import {
  type FilterOf,
  type ItemOf,
  type LoadedQuery,
  type NumberedName,
  useApiAll,
} from '@fairlead/calls';
import { useState } from 'react';

/** As much of a list as was asked for, and how the rest is. */
export interface Whole<Item> {
  readonly list: readonly Item[];
  /** How many there are, in the list or not. */
  readonly total: number;
  /** Asks for those that are not there. */
  readonly onAll: () => void;
  readonly isLoading: boolean;
  /** The rest did not come. */
  readonly failed: Omit<LoadedQuery<unknown>, 'data'> | undefined;
}

export interface WholeOptions<Name extends NumberedName> {
  readonly filter: FilterOf<Name>;
  /** The newest, which come by themselves. */
  readonly first: { readonly list: readonly ItemOf<Name>[]; readonly total: number } | undefined;
  /** Where some are left out: if nothing of the newest is shown, the rest comes without being asked for. */
  readonly isShown?: (item: ItemOf<Name>) => boolean;
}

const NONE: readonly never[] = [];

/** The newest of a list, and all of it once somebody wants it: what is sorted here is sorted among what is here. */
export function useWhole<Name extends NumberedName>(
  name: Name,
  { filter, first, isShown = () => true }: WholeOptions<Name>,
): Whole<ItemOf<Name>> {
  const key = JSON.stringify([name, filter]);
  // Of another market nothing was asked for.
  const [wanted, setWanted] = useState<string>();
  const isHidden =
    first !== undefined && first.total > first.list.length && !first.list.some(isShown);
  const isWanted = isHidden || wanted === key;
  const all = useApiAll(name, filter, { enabled: isWanted });
  const whole = isWanted ? all.data : undefined;
  const { list = NONE, total = 0 } = whole ?? first ?? {};
  return {
    list,
    total,
    onAll: () => setWanted(key),
    isLoading: isWanted && whole === undefined && all.isFetching,
    failed: isWanted && whole === undefined && all.error !== null ? all : undefined,
  };
}
