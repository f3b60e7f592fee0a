/** What this page has authenticators sign: hashes that it makes itself, so never bytes of whoever answers for the server. */

export async function sha256(text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
}

/** As authenticators take it: base64url. */
export async function challengeOf(text: string): Promise<string> {
  const bytes = String.fromCharCode(...(await sha256(text)));
  return btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
