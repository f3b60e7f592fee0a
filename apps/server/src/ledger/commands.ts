/** What transfers between one's own accounts need beside the writer. */
import type { CommandRules } from '../core/commands/rules.ts';

export const ledgerCommands: Pick<CommandRules, 'transfer'> = {
  transfer: {
    view: (value) => {
      if (value.kind === 'sent_transfer')
        return { id: value.transfer.transferId, status: 'on_the_way' };
      return { id: value.kind === 'transfer' ? value.transfer.transferId : 0, status: 'done' };
    },
    fields: (reject, say) =>
      reject === 'insufficient_balance' ? { amount: say('fields.balance_low') } : undefined,
  },
};
