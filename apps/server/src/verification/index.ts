/** What other capabilities may use of verification. */
export { isOwnDeskFile } from './file-queries.ts';
export type { Files } from './files.ts';
export { lastVerifications } from './queries.ts';
export { maskedName, type Verifications } from './service.ts';
export { countOnce } from './views.ts';
