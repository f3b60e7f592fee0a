import type { ResponseOf } from '@fairlead/contract';

/** The user's code, link and earnings. */
export type Invite = ResponseOf<'invite'>;
