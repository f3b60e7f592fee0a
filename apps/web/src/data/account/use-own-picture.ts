import { useFetchedPicture } from '@fairlead/calls';
import { fetchOwnPicture } from '@fairlead/client';
import { apiOptions } from '../calls/api.ts';

/** A picture of one's own, by its id. */
export const useOwnPicture = (id: number) =>
  useFetchedPicture({
    key: ['ownFile', { id }],
    fetch: (signal) => fetchOwnPicture(apiOptions, id, signal),
    isPrivate: true,
  });
