/** The compiler's own types need packages that are not installed. */
declare module 'solc' {
  const solc: { compile(input: string): string };
  // biome-ignore lint/style/noDefaultExport: it is how the package exports it
  export default solc;
}
