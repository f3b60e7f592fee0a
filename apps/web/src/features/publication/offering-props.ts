import type { Offering } from '@fairlead/contract';

/** What every part of an offering's page is given. */
export interface OfferingProps {
  offering: Offering;
}
