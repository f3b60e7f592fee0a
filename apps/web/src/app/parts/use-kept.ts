import { useState } from 'react';

/** The last thing that was there: a sheet or a question that closes does not empty on its way out. */
export function useKept<Thing>(thing: Thing | undefined): Thing | undefined {
  const [kept, keep] = useState(thing);
  if (thing !== undefined && thing !== kept) keep(thing);
  return thing ?? kept;
}
