/** What app and console share of calling the server: reads, actions, forms, what a failure says, and what is seen meanwhile. */
export { type Action, type ActionOptions, useAction, useHasOpenCall } from './action.ts';
export { barName, brandedFile, type PageBrand, pageBrand } from './brand.ts';
export { type FailureWord, failureText } from './error-text.ts';
export {
  type Form,
  type FormOptions,
  type FormProps,
  inWords,
  type Problems,
  useForm,
} from './form.ts';
export {
  Failed,
  Listing,
  type ListQuery,
  Loaded,
  type LoadedQuery,
  LoadingCard,
  LoadingRows,
  Pending,
} from './loaded.tsx';
export { mergeMessages } from './messages.ts';
export { useFetchedPicture } from './picture.ts';
export { createQueryClient, refresh } from './query-client.ts';
export {
  type FilterOf,
  type ItemOf,
  type NumberedName,
  type PagedName,
  type ReadOptions,
  useApi,
  useApiAll,
  useApiPages,
} from './reads.ts';
export { storage, tabStorage } from './storage.ts';
export { type Call, CallsProvider, type CallsWiring, useWiring } from './wiring.ts';
