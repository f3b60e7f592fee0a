/** Whether a user has a socket open. The socket is made last and says so here; until then nobody has. */
export class Presence {
  #isOnline: (userId: number) => boolean = () => false;

  watch(isOnline: (userId: number) => boolean): void {
    this.#isOnline = isOnline;
  }

  isOnline(userId: number): boolean {
    return this.#isOnline(userId);
  }
}
