/** Words that every page of the console uses. One object a language; its shape is the contract between them. */
export const sharedTexts = {
  unknownError: 'Something went wrong.',
  noConnection: 'The server did not answer. Check the connection.',
  noAnswer: 'No answer came in time.',
  outcomeUnknown:
    'No answer came: it may or may not have been done. Look at the record before you repeat it.',
  unclear: (text: string) =>
    `“${text}” can be read in two ways. Write it without marks between thousands.`,
  retry: 'Try again',
  more: 'Show more',
  close: 'Close',
  cancel: 'Cancel',
  back: 'Back',
  save: 'Save',
  copy: 'Copy',
  copied: 'Copied',
  transaction: 'Transaction',
  receipt: (id: number) => `Receipt ${id}`,
  receiptOpens: (id: number) => `Receipt ${id}, opens in the app`,
  loading: 'Loading',
  yes: 'Yes',
  no: 'No',
  requestId: (id: string) => `Request ${id}`,
  statuses: { under_review: 'Under review', passed: 'Passed', rejected: 'Rejected' },
  roles: {
    support: 'support',
    reviewer: 'reviewer',
    manager: 'manager',
    auditor: 'auditor',
    owner: 'owner',
  },
  chains: {
    TRC20: 'Tron',
    ERC20: 'Ethereum',
    OMNI: 'Bitcoin',
    BANK: 'Bank',
  } as Readonly<Record<string, string>>,
  /** Whole minutes as the largest unit that says enough: 51 min, 3 h 20 min, 2 d. */
  duration: (minutes: number) => {
    if (minutes < 60) return `${minutes} min`;
    const hours = Math.floor(minutes / 60);
    if (hours >= 48) return `${Math.floor(hours / 24)} d`;
    return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
  },
} as const;
