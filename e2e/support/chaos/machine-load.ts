/** How many times slower than alone this machine's processors work for a thread just now: waits are read beside it. */
import { Worker } from 'node:worker_threads';

/** Works for some milliseconds of processor time, twice a second, and adds up what that took. */
const WORK = `
  const { workerData } = require('node:worker_threads');
  const sums = new Float64Array(workerData);
  const cpuMs = () => { const { user, system } = process.threadCpuUsage(); return (user + system) / 1000; };
  setInterval(() => {
    const wallFrom = performance.now();
    const cpuFrom = cpuMs();
    while (cpuMs() - cpuFrom < 10);
    sums[0] += cpuMs() - cpuFrom;
    sums[1] += performance.now() - wallFrom;
  }, 500);`;

export class MachineLoad {
  readonly #sums: Float64Array;

  constructor() {
    const shared = new SharedArrayBuffer(2 * Float64Array.BYTES_PER_ELEMENT);
    this.#sums = new Float64Array(shared);
    new Worker(WORK, { eval: true, workerData: shared }).unref();
  }

  /** Since the last time; 1 on a machine that has nothing else to do, undefined where nothing was measured. */
  take(): number | undefined {
    const [cpuMs = 0, wallMs = 0] = this.#sums;
    this.#sums.fill(0);
    return cpuMs === 0 ? undefined : wallMs / cpuMs;
  }
}
