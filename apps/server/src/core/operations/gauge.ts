/** The one way in which a figure is given to Prometheus: it is asked for at each reading. */
import { Gauge, type Registry } from 'prom-client';

export interface GaugeText {
  /** Begins with `fairlead_` and ends with its unit. */
  readonly name: string;
  readonly help: string;
  readonly labelNames?: readonly string[];
}

type Labels = Readonly<Record<string, string>>;
/** Each value with its labels. */
export type Labelled = Iterable<readonly [labels: Labels, value: number]>;
/** A figure alone, undefined where it is not known; or one for each label. */
export type Reading = number | undefined | Labelled;

export type AddGauge = (text: GaugeText, read: () => Reading | Promise<Reading>) => void;

/** 1 for what is so. */
export const flag = (is: boolean): number => (is ? 1 : 0);

/** Adds gauges to a registry. What is not known at a reading is absent: the last value would say that it is. */
export function gaugesOf(registry: Registry): AddGauge {
  return ({ name, help, labelNames = [] }, read) => {
    const gauge: Gauge = new Gauge({
      name,
      help,
      labelNames: [...labelNames],
      registers: [registry],
      collect: async () => {
        const reading = await read();
        if (labelNames.length === 0) gauge.remove();
        else gauge.reset();
        if (typeof reading === 'number') gauge.set(reading);
        else for (const [labels, value] of reading ?? []) gauge.set(labels, value);
      },
    });
  };
}
