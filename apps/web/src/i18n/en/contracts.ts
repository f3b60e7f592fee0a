/** What the pages of futures, options and receipts say: fetched with them, not before. */
import { contract } from './contract.ts';
import { futures } from './futures.ts';
import { options } from './options.ts';
import { receipt } from './receipt.ts';

export const messages = { contract, futures, options, receipt };
