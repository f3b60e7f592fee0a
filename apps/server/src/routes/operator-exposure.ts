import type { Context } from '../context.ts';
import { exposure } from '../services/exposure.ts';
import type { Handlers } from './handler.ts';

/** What the house stands for, beside its terms. */
export const operatorExposureHandlers = (context: Context): Pick<Handlers, 'operatorExposure'> => ({
  operatorExposure: () => exposure(context),
});
