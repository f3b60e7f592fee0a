/** What users draw on their charts, kept for all of their devices. It moves nothing and nothing else reads it. */
import type { Capability } from '../core/capability.ts';
import { type DrawingNeeds, drawingHandlers } from './routes.ts';

export const drawings = { routes: drawingHandlers } satisfies Capability<DrawingNeeds>;
