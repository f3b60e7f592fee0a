/** What other capabilities may use of the cold wallet. */
export type { Cold } from './cold.ts';
