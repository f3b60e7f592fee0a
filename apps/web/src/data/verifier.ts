/** The verifier of receipts and proofs: its code comes when something is first checked. */
export const loadVerifier = () => import('@fairlead/receipt');

/** Pages on plain http get no WebCrypto, loopback aside; without it no hash can be computed. */
export const canHash = (): boolean => globalThis.crypto?.subtle !== undefined;
