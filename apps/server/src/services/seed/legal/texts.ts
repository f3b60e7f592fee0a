import type { LegalSlug } from '@fairlead/contract';

interface LegalPlaceholder {
  readonly title: string;
  /** Markdown. */
  readonly body: string;
}

/** A translation has every text. */
export type LegalPlaceholders = Readonly<Record<LegalSlug, LegalPlaceholder>>;
