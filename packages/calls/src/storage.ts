/** Browser storage that may be closed (private windows, quotas): then everything works on without memory. */
const guarded = (open: () => Storage) => ({
  read(key: string): string | null {
    try {
      return open().getItem(key);
    } catch {
      return null;
    }
  },
  /** Null removes. */
  write(key: string, value: string | null): void {
    try {
      if (value === null) open().removeItem(key);
      else open().setItem(key, value);
    } catch {
      // Nothing to keep it in.
    }
  },
});

/** Of this browser: shared by its tabs, and there tomorrow. */
export const storage = guarded(() => window.localStorage);
/** Of this tab alone: gone when it closes. */
export const tabStorage = guarded(() => window.sessionStorage);
