/** Whether a user has a socket open. The socket is made last and says so here; until then nobody has. */
export class Presence {
  #isOnline: (userId: number) => boolean | Promise<boolean> = () => false;

  watch(isOnline: (userId: number) => boolean | Promise<boolean>): void {
    this.#isOnline = isOnline;
  }

  /** In this process or another. Who cannot be asked about is taken to be away. */
  async isOnline(userId: number): Promise<boolean> {
    try {
      return await this.#isOnline(userId);
    } catch {
      return false;
    }
  }
}
