import { createContext, useContext } from 'react';
import type { DecimalMark } from '../formats/decimal.ts';
import { languageTag } from '../formats/language-tag.ts';

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

/** Of a language given by its tag: Spanish has a comma. */
export function decimalMarkOf(language: string): DecimalMark {
  const parts = new Intl.NumberFormat(languageTag(language)).formatToParts(1.5);
  return parts.some(({ type, value }) => type === 'decimal' && value === ',') ? ',' : '.';
}
