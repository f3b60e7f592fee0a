// The dependency rule of style: arrows point to what may be imported; anything else is refused, types included.
const only = (name, from, allowed, options = {}) => ({
  name,
  severity: 'error',
  from: { path: from, pathNot: '\\.test\\.tsx?$|/test/' },
  to: { pathNot: allowed, ...options },
});
const own = (folder) => `^${folder}/`;
const packages = (...names) => names.map((name) => `^packages/${name}/src/index\\.ts$`);

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    only('units-stands-alone', '^packages/units/', [own('packages/units')]),
    only('formula', '^packages/formula/', [own('packages/formula'), ...packages('units')]),
    only('engine', '^packages/engine/', [own('packages/engine'), ...packages('units', 'formula')]),
    only('receipt', '^packages/receipt/src/', [
      own('packages/receipt/src'),
      ...packages('units', 'formula'),
    ]),
    {
      // What checks the exchange shares no more with it than the formulas.
      name: 'fairlead-verify-stands-alone',
      severity: 'error',
      from: { path: '^packages/receipt/bin/' },
      to: { path: '^(packages|apps|node_modules)/', pathNot: '^packages/receipt/' },
    },
    only('contract', '^packages/contract/', [
      own('packages/contract'),
      ...packages('units'),
      'node_modules/zod/',
    ]),
    only('client', '^packages/client/', [
      own('packages/client'),
      ...packages('units', 'contract'),
      '^packages/contract/src/',
      'node_modules/(socket\\.io|engine\\.io)',
    ]),
    only('ui', '^packages/ui/', [
      own('packages/ui'),
      ...packages('units'),
      'node_modules/(react|react-dom|@types/react|@types/react-dom|@base-ui|lucide-react)/',
    ]),
    {
      name: 'server-uses-the-core-only',
      severity: 'error',
      from: { path: '^apps/server/src/', pathNot: '\\.test\\.ts$' },
      to: { path: '^(packages/(client|ui|testkit)|apps/(web|console|bots))/' },
    },
    {
      name: 'browsers-never-import-the-engine',
      severity: 'error',
      from: { path: '^apps/(web|console)/src/' },
      to: { path: '^(packages/(engine|testkit)|apps/(server|bots))/' },
    },
    {
      name: 'app-and-console-stand-apart',
      severity: 'error',
      from: { path: '^apps/(web|console)/src/' },
      to: { path: '^apps/(web|console)/', pathNot: '^apps/$1/' },
    },
    {
      name: 'bots-are-clients',
      severity: 'error',
      from: { path: '^apps/bots/', pathNot: '\\.test\\.ts$' },
      to: { path: '^(packages/(engine|testkit|ui)|apps/(server|web|console))/' },
    },
    {
      // Who takes over the exchange must not get into the signer by way of shared code.
      name: 'signer-stands-alone',
      severity: 'error',
      from: { path: '^apps/signer/' },
      to: { path: '^(packages|apps/(?!signer/))' },
    },
    {
      name: 'only-the-sequencer-runs-the-engine',
      severity: 'error',
      from: { path: '^apps/server/src/', pathNot: '^apps/server/src/(sequencer|store|main\\.ts)' },
      to: { path: '^packages/engine/src/engine\\.ts$' },
    },
    {
      // What programs may do is what the app may: the money goes by its routes, never past them.
      name: 'programs-go-by-the-routes',
      severity: 'error',
      from: { path: '^apps/server/src/(binance|udf)/', pathNot: '\\.test\\.ts$' },
      to: { path: '^apps/server/src/sequencer/' },
    },
    {
      name: 'features-do-not-import-features',
      severity: 'error',
      from: { path: '^apps/(web|console)/src/features/([^/]+)/' },
      to: { path: '^apps/$1/src/features/', pathNot: '^apps/$1/src/features/$2/' },
    },
    {
      name: 'testkit-is-for-tests',
      severity: 'error',
      from: { pathNot: '\\.test\\.tsx?$|/test/|^packages/testkit/|^bench/|^e2e/' },
      to: { path: '^packages/testkit/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/|\\.test\\.tsx?$' },
    tsPreCompilationDeps: true,
    parser: 'swc',
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json', '.css'],
    },
  },
};
