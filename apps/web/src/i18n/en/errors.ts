export const errors = {
  /** Shown when an answer failed and brought no text. */
  unknown: 'ERROR',
  network: 'No connection. Nothing was sent twice; try again.',
  timeout: 'No answer within a minute. Check your orders before you send it again.',
  copy: 'Copy failed, please copy manually',
  language: 'This language did not load. Try again.',
  pageTitle: 'This page did not load',
  page: 'A part of the app is missing: the connection broke, or a new version was installed.',
  pageSlow: 'The page is taking too long.',
  crash: 'Something in the app went wrong. Your orders and balances are safe on the server.',
  notFound: 'There is nothing at this address.',
  goHome: 'Go to home',
} as const;
