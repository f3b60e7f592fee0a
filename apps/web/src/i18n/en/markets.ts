export const markets = {} as const;
