/** Placing a hold, and what a form of one says. */
export const holdTexts = {
  place: 'Hold',
  placeTitle: (kind: string, id: number) => `Hold ${kind} ${id}`,
  placeHint: 'At once: nobody passes it meanwhile. The user reads the reason and can appeal.',
  placeDone: (id: number) => `Hold ${id} is placed`,
  standing: (time: string) => `On hold until ${time}: nobody passes it before it is let go.`,
  words: 'In your own words, beside the reason',
  wordsHint: 'The user reads them as they are. May stay empty.',
  days: 'Days',
  daysHint: (most: number) => `1 to ${most}. It ends by itself then.`,
  daysWrong: (most: number) => `A whole number from 1 to ${most}`,
} as const;
