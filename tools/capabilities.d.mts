/** Every name that may be asked for. */
export declare function capabilities(): string[];
/** The tests of some capabilities, by project; throws for a name that is none. */
export declare function testsOf(names: readonly string[]): Map<string, string[]>;
