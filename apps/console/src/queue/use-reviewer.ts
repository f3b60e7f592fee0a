import { useMe } from '../data/use-config.ts';

/** Who looks at a queue: reviewers and the owner decide, auditors read. */
export function useReviewer(): { readonly id: number | undefined; readonly mayDecide: boolean } {
  const { data: me } = useMe();
  return { id: me?.id, mayDecide: me?.role === 'reviewer' || me?.role === 'owner' };
}
