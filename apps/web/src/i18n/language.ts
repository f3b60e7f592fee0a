/** The chosen language: kept under `lang` as a bare key, told to the server, its texts loaded when needed. */

import { pageBrand, storage } from '@fairlead/calls';
import {
  DEFAULT_LANGUAGE,
  LANGUAGE_TAGS,
  LANGUAGES,
  type Language,
  plainTag,
  STORAGE_KEYS,
  textDirectionOf,
} from '@fairlead/contract/constants';
import { create } from 'zustand';
import {
  type AppMessages,
  type LateTextPart,
  latePlaces,
  loadMessages,
  loadPart,
  TEXT_PARTS,
  type TextPart,
} from './messages.ts';

export interface LanguageState {
  readonly language: Language;
  /** The tag for texts and formatters, with its calendar and digits where the language has others. */
  readonly locale: string;
  /** Undefined until the first texts are there; the late parts may follow. */
  readonly messages: AppMessages | undefined;
  /** Which of them are there. */
  readonly parts: readonly TextPart[];
}

const known = (key: string | null): Language | undefined =>
  LANGUAGES.find((language) => language === key);

/** Of a tag, the script or the region that says which Chinese; everything else goes by its first part. */
const TRADITIONAL = /^zh-(hant|hk|mo|tw)\b/i;

/** The language that a browser asks for first and that there is: "th-TH" is Thai. boot.js has the same. */
export function languageOf(tags: readonly string[]): Language | undefined {
  for (const tag of tags) {
    if (TRADITIONAL.test(tag)) return 'hk';
    const first = tag.toLowerCase().split('-', 1)[0];
    const found = LANGUAGES.find((key) => plainTag(key).split('-', 1)[0] === first);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The stored language; until one is chosen the browser's, else English. */
const storedLanguage = (): Language =>
  known(storage.read(STORAGE_KEYS.lang)) ?? languageOf(navigator.languages) ?? DEFAULT_LANGUAGE;

const languageStore = create<LanguageState>()(() => ({
  language: storedLanguage(),
  locale: LANGUAGE_TAGS[storedLanguage()],
  messages: undefined,
  parts: [],
}));

/** Some texts a brand says in its own words: "home.promise" is `promise` of the namespace `home`. They take no values. */
function withBrandWords(language: Language, messages: AppMessages): AppMessages {
  const said: Record<string, object> = { ...messages };
  for (const [key, text] of Object.entries(pageBrand().texts[language] ?? {})) {
    const [namespace = '', name = ''] = key.split('.');
    const group = said[namespace];
    if (group !== undefined) said[namespace] = { ...group, [name]: text };
  }
  // The server lets through only names of texts that there are.
  return said as AppMessages;
}

function set(language: Language, loaded: AppMessages, parts: readonly TextPart[]): void {
  const messages = withBrandWords(language, loaded);
  document.documentElement.lang = plainTag(language);
  document.documentElement.dir = textDirectionOf(plainTag(language));
  languageStore.setState({ language, locale: LANGUAGE_TAGS[language], messages, parts });
}

export const languageState = (): LanguageState => languageStore.getState();
export const currentLanguage = (): Language => languageStore.getState().language;
export const useLanguageState = (): LanguageState => languageStore();
/** The language in use, as its key. */
export const useLanguage = (): Language => languageStore((state) => state.language);

export const onLanguageChange = (listener: () => void): (() => void) =>
  languageStore.subscribe((state, before) => {
    if (state.language !== before.language) listener();
  });

/** Loads the texts, then switches; a failed load leaves everything as it was and throws. */
export async function switchLanguage(language: Language): Promise<void> {
  const messages = await loadMessages(language);
  storage.write(STORAGE_KEYS.lang, language);
  set(language, messages, TEXT_PARTS);
}

/** What the first pages say. The other namespaces are missing until `loadTexts`. */
const loadCore = async (language: Language): Promise<AppMessages> =>
  (await loadPart(language, 'core')) as AppMessages;

/** The stored language's first texts at start-up; English where they do not load. */
export async function startLanguage(): Promise<void> {
  const language = storedLanguage();
  // Beside the first texts, so that the second need no way more. Where it fails, so do they: today's browsers remember for a document
  // that an `import()` failed, and the Retry of a page loads the document anew.
  latePlaces().catch(() => undefined);
  try {
    set(language, await loadCore(language), ['core']);
  } catch (error) {
    if (language === DEFAULT_LANGUAGE) throw error;
    set(DEFAULT_LANGUAGE, await loadCore(DEFAULT_LANGUAGE), ['core']);
  }
}

/** Resolves when the first texts are there. */
const untilStarted = (): Promise<void> =>
  new Promise((resolve) => {
    if (languageState().messages !== undefined) {
      resolve();
      return;
    }
    const stop = languageStore.subscribe(({ messages }) => {
      if (messages === undefined) return;
      stop();
      resolve();
    });
  });

/** A late part, for the pages that need it; a failed load throws. */
export async function loadTexts(part: LateTextPart): Promise<void> {
  while (!languageState().parts.includes(part)) {
    const language = currentLanguage();
    const texts = await loadPart(language, part);
    await untilStarted();
    const { language: now, messages, parts } = languageState();
    // Another language may have come meanwhile: then its texts are asked for.
    if (now === language && messages !== undefined && !parts.includes(part))
      set(language, { ...messages, ...texts }, [...parts, part]);
  }
}
