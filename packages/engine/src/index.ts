export * from './changes.ts';
export * from './command.ts';
export * from './result.ts';
export * from './terms.ts';
