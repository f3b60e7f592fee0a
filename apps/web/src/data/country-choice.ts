/** The country that was picked on its own page, for the page that asked; forgotten with the page's reload. */
import { create } from 'zustand';

const choiceStore = create<{ readonly code: string | undefined }>()(() => ({ code: undefined }));

/** Picks a country, or takes the pick away. */
export const chooseCountry = (code: string | undefined): void => choiceStore.setState({ code });

/** What was picked and not yet taken. */
export const useChosenCountry = (): string | undefined => choiceStore((state) => state.code);
