/** Files by path ("./common.json") become namespaces by name. */
export const merge = (files: Readonly<Record<string, object>>): Record<string, object> =>
  Object.fromEntries(
    Object.entries(files).map(([path, texts]) => [path.replace(/^.*\/|\.json$/g, ''), texts]),
  );
