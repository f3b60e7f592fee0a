/** How the market list was left, so that coming back from a chart finds it the same. Not kept over reloads. */
import { create } from 'zustand';
import { type MarketTab, type Sort, type SortKey, sortOfTab, tapSort } from './model.ts';

interface MarketsView {
  readonly tab: MarketTab;
  readonly sort: Sort;
  readonly search: string;
}

export const useMarketsView = create<MarketsView>()(() => ({
  tab: 'all',
  sort: sortOfTab('all'),
  search: '',
}));

export const chooseTab = (tab: MarketTab): void => {
  useMarketsView.setState({ tab, sort: sortOfTab(tab), search: '' });
};
export const chooseSort = (key: SortKey): void => {
  useMarketsView.setState(({ sort }) => ({ sort: tapSort(sort, key) }));
};
export const setSearch = (search: string): void => {
  useMarketsView.setState({ search });
};
