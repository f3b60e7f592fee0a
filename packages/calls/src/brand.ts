/** What the page itself says of the exchange's brand, there before anything is asked of the server (docs/operating/brand.md). */
import { type Language, PRODUCT } from '@fairlead/contract/constants';

export interface PageBrand {
  readonly name: string;
  /** At most 12 characters. */
  readonly shortName: string;
  /** In names of files: ASCII letters and digits. */
  readonly code: string;
  /** What is said in the brand's own words: by language, and by the keys of the app's texts. */
  readonly texts: Readonly<Partial<Record<Language, Readonly<Record<string, string>>>>>;
}

/** While developing, and in tests, no server has written the page. */
const UNWRITTEN: PageBrand = { name: PRODUCT, shortName: PRODUCT, code: PRODUCT, texts: {} };

let read: PageBrand | undefined;

export function pageBrand(): PageBrand {
  read ??= readPage();
  return read;
}

function readPage(): PageBrand {
  const written = document.querySelector<HTMLMetaElement>('meta[name="brand"]')?.content;
  // Written by our own server, in one piece with the page.
  return written === undefined ? UNWRITTEN : (JSON.parse(written) as PageBrand);
}

/** Wider ones do not fit beside the mark and three buttons on a phone. */
const BAR_NAME_LENGTH_MAX = 15;

/** The name where there is little room. */
export function barName(): string {
  const { name, shortName } = pageBrand();
  return name.length > BAR_NAME_LENGTH_MAX ? shortName : name;
}

/** A file's name that says where it is from: "harbour-recovery-codes.txt". */
export const brandedFile = (name: string): string => `${pageBrand().code.toLowerCase()}-${name}`;
