/**
 * Who answers each call: a gateway by itself, from the tables and its copies of the market, or the engine's process. A
 * gateway answers what users and guests only read, which is what they ask by GET. Operators' calls are the engine's, where
 * they take turns. Each capability names its exceptions beside their handlers: what needs something that lives in the
 * engine's memory (a queue, a watcher of a chain, a lease, an alert), and what only reads though it is asked by POST.
 */
import { type RouteName, routes } from '@fairlead/contract';

/** `command`: a gateway reads the call, and what goes to the engine is the command that it means (core/commands/). */
export type ServedBy = 'gateway' | 'command' | 'engine';

/** Who answers by the rule. */
export function ruledBy(name: RouteName): ServedBy {
  const { method, access } = routes[name];
  const isReadOfUsers = method === 'GET' && (access.who === 'public' || access.who === 'user');
  return isReadOfUsers ? 'gateway' : 'engine';
}
