/** What the pages of locked funds, subscription and promotion say: fetched with them, not before. */
import { hosting } from './hosting.ts';
import { promotion } from './promotion.ts';
import { publication } from './publication.ts';

export const messages = { promotion, publication, hosting };
