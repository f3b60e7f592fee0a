import { Tabs } from '@fairlead/ui';
import type { Filters } from './use-filters.ts';

export interface TabBarProps<Tab extends string> {
  tabs: readonly Tab[];
  texts: { readonly tabs: Readonly<Record<Tab, string>>; readonly tabsLabel: string };
  value: Tab;
  /** What stands behind a name; undefined for nothing. */
  countOf?: (tab: Tab) => number | undefined;
  onTab: (tab: Tab) => void;
}

/** The tabs of a page, with what waits behind their names. */
export function TabBar<Tab extends string>({
  tabs,
  texts,
  value,
  countOf,
  onTab,
}: TabBarProps<Tab>) {
  const items = tabs.map((tab) => {
    const count = countOf?.(tab);
    return { value: tab, label: `${texts.tabs[tab]}${count === undefined ? '' : ` ${count}`}` };
  });
  return <Tabs label={texts.tabsLabel} value={value} items={items} onValueChange={onTab} />;
}

/** Tabs kept in the address, where the first is no word; `also` is what another tab sets besides. */
export function tabsOf<Tab extends string, Name extends string>(
  tabs: readonly [Tab, ...Tab[]],
  filters: Filters<Name | 'tab'>,
  texts: TabBarProps<Tab>['texts'],
  also: Partial<Record<Name, string>> = {},
): TabBarProps<Tab> {
  const [first] = tabs;
  // One entry of that very name, and those of `also`.
  const valuesOf = (tab: Tab) =>
    ({ ...also, tab: tab === first ? '' : tab }) as Partial<Record<Name | 'tab', string>>;
  return {
    tabs,
    texts,
    value: tabs.find((tab) => tab === filters.values.tab) ?? first,
    onTab: (tab) => filters.set(valuesOf(tab)),
  };
}
