/** What a shared picture says: words and figures, and how anyone can check them. Pure. */
type Tone = 'rise' | 'fall';

export interface SharedFact {
  readonly label: string;
  readonly value: string;
}

/** A position, a result of an option or an order, in the reader's words. */
export interface Shared {
  /** Names the file. */
  readonly name: string;
  readonly symbol: string;
  /** "Long 10×", "Rise, 60 s". */
  readonly what: string;
  readonly whatTone?: Tone;
  /** The result as a share of what was put in, or how it stands; never an amount. */
  readonly headline: string;
  readonly headlineTone?: Tone;
  readonly facts: readonly SharedFact[];
  /** Left out unless they are asked for. */
  readonly amounts: readonly SharedFact[];
  /** Undefined where none was given: the picture says so. */
  readonly receiptId: number | undefined;
  /** What it is the receipt of. */
  readonly receiptOf?: string;
}

export interface Proof {
  readonly receiptId: number;
  /** The receipt's hash, which is the head of the chain up to it. */
  readonly head: string;
  /** Where anyone can check it. */
  readonly link: string;
}

export interface Picture extends Omit<Shared, 'amounts' | 'receiptId'> {
  readonly brand: string;
  readonly proof: Proof | undefined;
}

/** Amounts are in it only where the user chose so. */
export function pictureOf(
  { amounts, receiptId: _, facts, ...shared }: Shared,
  {
    brand,
    proof,
    withAmounts,
  }: Pick<Picture, 'brand' | 'proof'> & { readonly withAmounts: boolean },
): Picture {
  return { ...shared, facts: withAmounts ? [...facts, ...amounts] : facts, brand, proof };
}

/** 64 hexadecimal digits in four lines that can be compared by eye. */
export const headLines = (head: string): readonly string[] => head.match(/.{1,16}/g) ?? [];
