/** What other capabilities may use of terms. */
export type { TermsNotices } from './notices.ts';
