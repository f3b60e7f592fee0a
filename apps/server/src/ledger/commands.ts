/** What transfers between one's own accounts need beside the writer. */
import type { CommandRules } from '../core/commands/rules.ts';

export const ledgerCommands: Pick<CommandRules, 'transfer'> = {
  transfer: {
    view: (value) => ({
      id:
        value.kind === 'transfer' || value.kind === 'sent_transfer' ? value.transfer.transferId : 0,
    }),
    fields: (reject, say) =>
      reject === 'insufficient_balance' ? { amount: say('fields.balance_low') } : undefined,
  },
};
