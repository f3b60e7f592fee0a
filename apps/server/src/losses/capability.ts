/** What follows when the database lost commits. */
import type { Capability } from '../core/capability.ts';
import { type LossNoticesParts, startLossNotices } from './service.ts';

export const losses = {
  notices: (needs) => {
    const notices = startLossNotices(needs);
    return [{ name: 'loss notices', ...notices }];
  },
} satisfies Capability<LossNoticesParts>;
