/** A mistake, and where a seed finds it. */
import type { Mistake } from '../support/planted-source.ts';

export interface PlantedBug extends Mistake {
  /** Where the search begins: near a seed that finds it, to be quick. */
  readonly firstSeed?: number;
  /** One, unless it takes several to make it. */
  readonly engines?: 'several';
  /** Whether it takes people with plans and families. */
  readonly hasPeople?: true;
}
