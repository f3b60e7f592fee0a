import type { NewsText } from '../../../store/news-queries.ts';

/** Help articles by name; links between them use it. */
export type HelpKey =
  | 'start'
  | 'deposits'
  | 'withdrawals'
  | 'fees'
  | 'orders'
  | 'futures'
  | 'options'
  | 'receipts'
  | 'locked'
  | 'newcoins'
  | 'referral'
  | 'verification'
  | 'security'
  | 'alerts'
  | 'portfolio'
  | 'chat';

/** A translation has every article; bodies are Markdown. Figures are those of docs/internals, which are tested. */
export type HelpArticles = Readonly<Record<HelpKey, NewsText>>;
