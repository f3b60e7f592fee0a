/** The queue of subscriptions to new coins. */
export const subscriptionTexts = {
  title: 'Subscriptions',
  sub: 'What users asked for in offerings of new coins.',
  id: 'No.',
  status: 'Status',
  time: 'Asked',
  empty: 'No subscription waits. They come in while an offering is open.',
  emptyStatus: 'No subscription of this status.',
} as const;
