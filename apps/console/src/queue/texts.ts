/** What all queues have in common: filters, keys, who has a record open, deciding. */
export const queueTexts = {
  /** Why one operator's word was not enough. */
  heldFor: {
    operator_day:
      'A second operator must approve: the first has passed as much alone today as one person may.',
    owner_week:
      'A second operator must approve: as much was passed of this user by one person alone this week as may be.',
    no_value: 'A second operator must approve: there is no price to say what this is worth.',
    own_word:
      'A second operator must approve: whoever approved first passed alone a claim whose money may be here.',
  },
  waiting: (count: number) => (count === 1 ? '1 waiting' : `${count} waiting`),
  sum: (amount: string) => `${amount} USDT in all`,
  oldest: (age: string) => `oldest ${age}`,
  openBy: (name: string, time: string) =>
    `${name} has had this open since ${time}. Speak to each other before you decide.`,
  openByShort: (name: string) => `Open: ${name}`,
  readsOnly: 'Your role reads this queue. Reviewers decide.',
  decidedBy: (names: string) => `Already decided by ${names}.`,
  decidedMeanwhile: 'Already decided, or changed, while you had it open.',
  looking: 'This record has left the list. Looking up what became of it …',
  next: 'Next record',
  approve: 'Approve',
  approveSecond: 'Approve as second',
  reject: 'Reject with reason',
  rejectAmount: (amount: string) => `Reject ${amount}`,
  reason: 'Reason',
  reasonHint: 'The user reads it. Three characters or more.',
  reasonShort: 'Say why, in three characters or more.',
  templates: 'Usual reasons',
  submitHint: 'Ctrl Enter sends it, Esc goes back.',
  ownApproval: (time: string) =>
    `You approved this at ${time}. Another operator must be the second.`,
  foot: {
    move: 'next and previous',
    open: 'open',
    approve: 'approve',
    reject: 'reject',
    audited: 'Every look and every act is in the audit log',
  },
  thread: 'What happened so far',
  approvedBy: (name: string) => `Approved by ${name}`,
  firstOperator: 'First operator',
  secondOperator: 'Second operator',
  operator: 'Operator',
  you: 'you',
  another: 'another',
  pictures: {
    show: 'Show the picture',
    showHint: 'Each look is written down and counted.',
    loading: 'The picture is being fetched',
    failed: 'The picture did not load.',
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
    rotate: 'Turn right',
    enlarge: 'Enlarge',
    shrink: 'Back to its place',
  },
} as const;
