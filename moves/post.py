import re
def ed(p,*rs):
    s=open(p).read(); o=s
    for a,b in rs:
        if a not in s: print('not found',p,a[:60])
        s=s.replace(a,b)
    open(p,'w').write(s)
ed('apps/server/src/core/http/app.ts',("'../../web/dist'","'../../../../web/dist'"),("'../../console/dist'","'../../../../console/dist'"))
ed('knip.json',('''        "src/**/*-worker.ts",
        "test/**/*.ts"''','''        "src/**/*-worker.ts",
        "src/**/test/**",
        "test/**/*.ts"'''))
ed('tools/dependency-cruiser.cjs',("'^apps/server/src/(sequencer|store|main\\\\.ts)'","'^apps/server/src/(core/(sequencer|store|backup)|main\\\\.ts)'"),("'^apps/server/src/(binance|udf)/'","'^apps/server/src/bots/(binance|udf)/'"))
ed('tools/regex.test.ts',("const IS_TEST = /\\.test\\.tsx?$/;","const IS_TEST = /\\.test\\.tsx?$|\\/test\\//;"))
ed('tools/generate-reference.test.ts',("""  const folder = path.join(root, 'apps/server/src');
  const source = readdirSync(folder)
    // Those of chains are a paragraph and a page of their own.
    .filter((file) => /^config(-(?!chains)\\w+)?\\.ts$|^migrate\\.ts$/.test(file))
    .map((file) => readFileSync(path.join(folder, file), 'utf8'))
""","""  const folder = path.join(root, 'apps/server/src');
  const settings = readdirSync(path.join(folder, 'core/config'))
    // Those of chains are a paragraph and a page of their own.
    .filter((file) => /^config(-(?!chains)\\w+)?\\.ts$/.test(file))
    .map((file) => `core/config/${file}`);
  const source = ['migrate.ts', ...settings]
    .map((file) => readFileSync(path.join(folder, file), 'utf8'))
"""))
