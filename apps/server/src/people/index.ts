/** What other capabilities may use of people. */
export { type Person, peopleById } from './account-queries.ts';
export { lookUpUser } from './queries.ts';
