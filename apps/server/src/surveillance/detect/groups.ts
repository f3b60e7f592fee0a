/** Which accounts hang together by links: each group of two or more, its members lowest first. */
import { ascending, type OwnerLink } from './facts.ts';

export function groupsOf(links: readonly OwnerLink[]): ReadonlyMap<number, readonly number[]> {
  const heads = new Map<number, number>();
  const headOf = (owner: number): number => {
    let head = owner;
    for (let next = heads.get(head); next !== undefined; next = heads.get(head)) {
      // The way is made shorter for whoever comes next.
      const beyond = heads.get(next);
      if (beyond !== undefined) heads.set(head, beyond);
      head = next;
    }
    return head;
  };
  for (const { one, other } of links) {
    const [left, right] = [headOf(one), headOf(other)];
    if (left !== right) heads.set(Math.max(left, right), Math.min(left, right));
  }
  const members = new Map<number, number[]>();
  for (const owner of ascending(links.flatMap(({ one, other }) => [one, other]))) {
    const head = headOf(owner);
    const group = members.get(head);
    if (group === undefined) members.set(head, [owner]);
    else group.push(owner);
  }
  const groups = new Map<number, readonly number[]>();
  for (const group of members.values()) for (const owner of group) groups.set(owner, group);
  return groups;
}
