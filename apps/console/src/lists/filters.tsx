/** Filters of lists as a table: what each is called in the address, how it is read, and its field. */
import { Fragment, type ReactNode } from 'react';
import { CurrencyFilter, DayFilter, FilterBar, SelectFilter, TextFilter } from './FilterBar.tsx';
import { tableTexts as t } from './texts.ts';
import { type Filters, readDay, readId } from './use-filters.ts';

export interface FilterFieldProps {
  value: string;
  onChange: (value: string) => void;
}

export interface Filter<Param extends string = string, Value = unknown> {
  /** Of the request. */
  readonly param: Param;
  /** Undefined asks for nothing: what a half-typed filter would make refused is left out. */
  readonly read: (text: string) => Value | undefined;
  readonly field: (props: FilterFieldProps) => ReactNode;
}

/** By their names in the address, in the order they are shown. */
export type FilterSet = Readonly<Record<string, Filter>>;
/** What is asked for, by the names of the request. */
export type Asked<Set extends FilterSet> = {
  readonly [Name in keyof Set as Set[Name]['param']]?: NonNullable<ReturnType<Set[Name]['read']>>;
};

/** What the address asks for. */
export function askedBy<Set extends FilterSet>(
  set: Set,
  values: Readonly<Record<string, string>>,
): Asked<Set> {
  const entries = Object.entries(set).map(
    ([name, { param, read }]) => [param, read(values[name] ?? '')] as const,
  );
  // One entry for each filter that is set.
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as Asked<Set>;
}

/** Whether any of these filters is set. */
export const isNarrowed = (set: FilterSet, values: Readonly<Record<string, string>>): boolean =>
  Object.keys(set).some((name) => values[name]);

export interface FilterFieldsProps<Name extends string> {
  set: Readonly<Record<Name, Filter>>;
  filters: Pick<Filters<NoInfer<Name>>, 'values' | 'set'>;
}

/** The fields of a set, in one line. */
export function FilterFields<Name extends string>({ set, filters }: FilterFieldsProps<Name>) {
  const names = Object.keys(set) as unknown as readonly Name[];
  // One entry for each name.
  const nothing = Object.fromEntries(names.map((name) => [name, ''])) as Record<Name, string>;
  return (
    <FilterBar isFiltered={isNarrowed(set, filters.values)} onClear={() => filters.set(nothing)}>
      {names.map((name) => (
        <Fragment key={name}>
          {set[name].field({
            value: filters.values[name],
            onChange: (value) =>
              // One entry of that very name.
              filters.set({ [name]: value } as Partial<Record<Name, string>>),
          })}
        </Fragment>
      ))}
    </FilterBar>
  );
}

const written = (text: string): string | undefined => text || undefined;

export const textFilter = <Param extends string>(
  param: Param,
  field: { readonly label: string; readonly maxLength: number; readonly className?: string },
): Filter<Param, string> => ({
  param,
  read: written,
  field: (props) => <TextFilter {...field} {...props} />,
});

/** Digits. */
export const idFilter = <Param extends string>(
  param: Param,
  label: string,
  maxLength = 15,
): Filter<Param, number> => ({
  param,
  read: readId,
  field: (props) => (
    <TextFilter label={label} inputMode="numeric" maxLength={maxLength} {...props} />
  ),
});

/** One of a few; anything else in the address asks for nothing. */
export const choiceFilter = <Param extends string, Choice extends string>(
  param: Param,
  label: string,
  names: Readonly<Record<Choice, string>>,
  choices: readonly Choice[],
): Filter<Param, Choice> => ({
  param,
  read: (text) => choices.find((choice) => choice === text),
  field: (props) => (
    <SelectFilter
      label={label}
      options={choices.map((choice) => [choice, names[choice]] as const)}
      {...props}
    />
  ),
});

/** One record, wherever it stands. */
export const recordFilter = idFilter('id', t.record);
export const userFilter = idFilter('user_id', t.user);
export const currencyFilter: Filter<'currency_id', number> = {
  param: 'currency_id',
  read: readId,
  field: (props) => <CurrencyFilter {...props} />,
};
export const fromFilter: Filter<'from', number> = {
  param: 'from',
  read: (text) => readDay(text, 'first'),
  field: (props) => <DayFilter label={t.from} {...props} />,
};
export const toFilter: Filter<'to', number> = {
  param: 'to',
  read: (text) => readDay(text, 'last'),
  field: (props) => <DayFilter label={t.to} {...props} />,
};
