const { existsSync, readdirSync } = require('node:fs');
const path = require('node:path');

// The dependency rule of style: arrows point to what may be imported; anything else is refused, types included.
const only = (name, from, allowed, options = {}) => ({
  name,
  severity: 'error',
  from: { path: from, pathNot: '\\.test\\.tsx?$|/test/' },
  to: { pathNot: allowed, ...options },
});
const own = (folder) => `^${folder}/`;
const ENGINE = path.join(__dirname, '../packages/engine/src');
const PRODUCTS = readdirSync(ENGINE)
  .filter((folder) => folder !== 'state' && existsSync(path.join(ENGINE, folder, 'product.ts')))
  .join('|');
const packages = (...names) => names.map((name) => `^packages/${name}/src/index\\.ts$`);

module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    only('units-stands-alone', '^packages/units/', [own('packages/units')]),
    only('formula', '^packages/formula/', [own('packages/formula'), ...packages('units')]),
    only('engine', '^packages/engine/', [own('packages/engine'), ...packages('units', 'formula')]),
    {
      // They share the accounts, the markets and the state, never one another's rooms.
      name: 'products-of-the-engine-stand-apart',
      severity: 'error',
      from: { path: `^packages/engine/src/(${PRODUCTS})/`, pathNot: '\\.test\\.ts$|/test/' },
      to: {
        path: `^packages/engine/src/((${PRODUCTS})/|(engine|index|products)\\.ts$)`,
        pathNot: '^packages/engine/src/$1/',
      },
    },
    {
      // But for a market that gets another tick or lot: its waiting orders are cancelled.
      name: 'below-the-products-is-no-product',
      severity: 'error',
      from: {
        path: '^packages/engine/src/(book|ledger|market|matching|table)/',
        pathNot: '\\.test\\.ts$|/test/',
      },
      to: {
        path: `^packages/engine/src/((${PRODUCTS})/|engine\\.ts$)`,
        pathNot: '^packages/engine/src/spot/cancel-order\\.ts$',
      },
    },
    {
      name: 'books-and-tables-hold-no-money',
      severity: 'error',
      from: {
        path: '^packages/engine/src/(book|matching|table)/',
        pathNot: '\\.test\\.ts$|/test/',
      },
      to: { path: '^packages/engine/src/(ledger|market|state|changes|command|result)' },
    },
    only('testkit', '^packages/testkit/', [
      own('packages/testkit'),
      ...packages('units', 'engine'),
      '^(fs|zlib)$',
      'node_modules/',
    ]),
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
    only('calls', '^packages/calls/', [
      own('packages/calls'),
      ...packages('client', 'contract', 'ui'),
      '^packages/contract/src/',
      'node_modules/(react|@types/react|@tanstack/react-query|@tanstack/query-core)/',
    ]),
    {
      name: 'server-uses-the-core-only',
      severity: 'error',
      from: { path: '^apps/server/src/', pathNot: '\\.test\\.ts$|/test/' },
      to: { path: '^(packages/(calls|client|ui|testkit)|apps/(web|console|bots))/' },
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
      from: { path: '^apps/bots/', pathNot: '\\.test\\.ts$|/test/' },
      to: { path: '^(packages/(calls|engine|testkit|ui)|apps/(server|web|console))/' },
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
      from: {
        path: '^apps/server/src/',
        pathNot: '^apps/server/src/(core/(sequencer|checks|store|backup)|main\\.ts)|/test/',
      },
      to: { path: '^packages/engine/src/engine\\.ts$' },
    },
    {
      // The core carries everything and names no product. What it takes of two capabilities: the chain of receipts, which is
      // part of each commit and of the checks, and the chains' own rules for the addresses and the descriptor that settings name.
      name: 'core-knows-no-capability',
      severity: 'error',
      from: {
        path: '^apps/server/src/core/',
        pathNot: '\\.test\\.ts$|/test/',
      },
      to: {
        path: '^apps/server/src/(?!core/)',
        pathNot:
          '^apps/server/src/(receipts/(queries|record|past-queries|past-compare)|chains/(address|derivation|descriptor))\\.ts$',
      },
    },
    {
      name: 'capabilities-meet-in-their-index',
      severity: 'error',
      from: {
        path: '^apps/server/src/(?!core/|composition/)([^/]+)/',
        pathNot: '\\.test\\.ts$|/test/',
      },
      to: {
        path: '^apps/server/src/(?!core/|composition/)[^/]+/',
        pathNot: ['^apps/server/src/$1/', '/index\\.ts$'],
      },
    },
    {
      // What reads across products stands above them. The binance streams share the socket's bounds, not its contents.
      name: 'readers-stand-above-products',
      severity: 'error',
      from: {
        path: '^apps/server/src/(?!core/|composition/)[^/]+/',
        pathNot: '^apps/server/src/(portfolio|oversight|realtime|bots)/|\\.test\\.ts$|/test/',
      },
      to: { path: '^apps/server/src/(portfolio|oversight|realtime)/' },
    },
    {
      name: 'capabilities-register-in-one-list',
      severity: 'error',
      from: { pathNot: '^apps/server/src/capabilities\\.ts$' },
      to: { path: '^apps/server/src/(?!core/)[^/]+/capability\\.ts$' },
    },
    {
      name: 'nothing-leans-on-the-composition',
      severity: 'error',
      from: {
        path: '^apps/server/src/(?!composition/)[^/]+/',
        pathNot: '\\.test\\.ts$|/test/',
      },
      to: { path: '^apps/server/src/(composition/|[^/]+\\.ts$)' },
    },
    {
      // What programs may do is what the app may: the money goes by its routes, never past them.
      name: 'programs-go-by-the-routes',
      severity: 'error',
      from: { path: '^apps/server/src/bots/(binance|udf)/', pathNot: '\\.test\\.ts$|/test/' },
      to: { path: '^apps/server/src/core/sequencer/' },
    },
    {
      name: 'features-do-not-import-features',
      severity: 'error',
      // But for the console's words, which are data: one page may call a thing as another does.
      from: { path: '^apps/(web|console)/src/features/([^/]+)/' },
      to: {
        path: '^apps/$1/src/features/',
        pathNot: '^apps/($1/src/features/$2/|console/src/features/[^/]+/texts\\.ts$)',
      },
    },
    {
      name: 'what-features-share-knows-no-feature',
      severity: 'error',
      from: {
        path: '^apps/console/src/(books|data|editor|lists|parts|queue|terms)/',
        pathNot: '\\.test\\.tsx?$',
      },
      to: { path: '^apps/console/src/(app|features)/' },
    },
    {
      // In the app pages are made of features, and features of what all share.
      name: 'what-all-pages-share-knows-none',
      severity: 'error',
      from: { path: '^apps/web/src/(app|data|i18n|pwa)/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^apps/web/src/(features|pages)/' },
    },
    {
      name: 'features-know-no-page',
      severity: 'error',
      from: { path: '^apps/web/src/features/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^apps/web/src/pages/' },
    },
    {
      name: 'data-shows-nothing',
      severity: 'error',
      from: { path: '^apps/web/src/(data|i18n)/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^apps/web/src/(app|pwa)/' },
    },
    {
      name: 'source-does-not-lean-on-tests',
      severity: 'error',
      from: { path: '^(apps|packages)/', pathNot: '\\.test\\.tsx?$|/test/|^packages/testkit/' },
      to: { path: '^(apps|packages)/.*/test/' },
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
    // swc reads imports of types as well; `tsPreCompilationDeps` would ask for TypeScript's own API, which 7 has not.
    parser: 'swc',
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json', '.css'],
    },
  },
};
