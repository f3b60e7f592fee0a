export const soon = {} as const;
