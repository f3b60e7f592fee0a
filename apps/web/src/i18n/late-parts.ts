/** Every part of the texts but the first, by file. */
export interface TextFile {
  readonly default: object;
}

export const lateParts = import.meta.glob<TextFile>(['./*/*.json', '!./*/core.json']);
