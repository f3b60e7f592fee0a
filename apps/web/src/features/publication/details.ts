import type { ResponseOf } from '@fairlead/contract';

/** One offering with its introduction and what its reader has. */
export type OfferingDetails = ResponseOf<'offering'>;
