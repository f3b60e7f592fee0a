import { createContext, useContext } from 'react';
import type { DecimalMark } from '../formats/decimal.ts';

/** What an app says once, near its root, of how its language writes numbers. */
export interface FigureWords {
  readonly mark: DecimalMark;
  /** Said at a field of what was written in it and can be read in two ways. */
  readonly unclear: (text: string) => string;
  /** Said at a field of more than there can be. Where it is not given, whoever reads the field sets its bounds. */
  readonly tooLarge?: (most: string) => string;
}

const FigureContext = createContext<FigureWords>({ mark: '.', unclear: (text) => text });

export const FigureProvider = FigureContext.Provider;
export const useFigureWords = (): FigureWords => useContext(FigureContext);

/** Languages whose decimals stand after a comma. A test asks Intl about all of ours. */
const WITH_COMMA: ReadonlySet<string> = new Set([
  ...['es', 'de', 'fr', 'pt', 'ru', 'tr', 'vi', 'id', 'pl'],
]);

/**
 * Of a language given by its tag. Asking Intl here would load its tables before the first paint, a third
 * of a second on a slow phone.
 */
export const decimalMarkOf = (language: string): DecimalMark =>
  WITH_COMMA.has(language.split('-', 1)[0] ?? '') ? ',' : '.';
