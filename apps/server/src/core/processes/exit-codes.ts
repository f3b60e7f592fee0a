/** How a process says why it ended, for whoever starts it again (deploy/systemd, docs/operating/configure.md). */

/** The same start would be refused again. */
export const EXIT_REFUSED = 1;
/** A fault: a new start may help. */
export const EXIT_FAULT = 70;

/** Of what ended the process: its own code, but none that says it was a stop, or a start that was refused. */
export const faultCode = (exitCode: number): number =>
  exitCode === 0 || exitCode === EXIT_REFUSED ? EXIT_FAULT : exitCode;
