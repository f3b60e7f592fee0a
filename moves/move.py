#!/usr/bin/env python3
"""Moves files in a git tree and rewrites every path that names them.
usage: move.py ROOT MAPFILE   (lines: OLD NEW, paths from the root; '#' comments; folders end with '/')"""
import os, re, subprocess, sys
root, mapfile = sys.argv[1], sys.argv[2]
os.chdir(root)
tracked = subprocess.check_output(['git', 'ls-files'], text=True).split('\n')
tracked = [t for t in tracked if t]
tset = set(tracked)
tdirs = set()
for t in tracked:
    d = os.path.dirname(t)
    while d:
        tdirs.add(d); d = os.path.dirname(d)
mv = {}
dirmv = {}
for line in open(mapfile):
    line = line.split('#')[0].strip()
    if not line: continue
    old, new = line.split()
    if old.endswith('/'):
        o, n = old[:-1], new.rstrip('/')
        hit = False
        for t in tracked:
            if t.startswith(o + '/') and t not in mv:
                mv[t] = n + t[len(o):]; hit = True
        dirmv[o] = n
        if not hit: print('nothing in', old)
    else:
        if new.endswith('/'): new = new + os.path.basename(old)
        if old not in tset: print('missing', old); continue
        mv[old] = new
        # a test goes along
        for ext in ('.ts', '.tsx'):
            if old.endswith(ext):
                t = old[:-len(ext)] + '.test' + ext
                if t in tset and t not in mv: mv[t] = new[:-len(ext)] + '.test' + ext
mv = {o: n for o, n in mv.items() if o != n}
targets = {}
for o, n in mv.items():
    if n in targets: print('two to one:', o, targets[n], n); sys.exit(1)
    if n in tset and n not in mv: print('is there:', n); sys.exit(1)
    targets[n] = o
final = lambda p: mv.get(p, p)
# folders wholly moved to one place
moved_dirs = dict(dirmv)
bydir = {}
for t in tracked:
    bydir.setdefault(os.path.dirname(t), []).append(t)
for d, files in bydir.items():
    ds = {os.path.dirname(final(f)) for f in files}
    if len(ds) == 1 and list(ds)[0] != d and all(f in mv for f in files): moved_dirs.setdefault(d, list(ds)[0])
CODE = ('.ts', '.tsx', '.mts', '.cts', '.mjs', '.cjs', '.js', '.css', '.html')
TEXT = CODE + ('.md', '.json', '.yml', '.yaml', '.sh', '.toml', '.conf')
SKIP = ('package-lock.json',)
lit_code = re.compile(r"""(['"`])(\.{1,2}(?:/[^'"`()\s]*)?)(?=['"`])""")
lit_md = re.compile(r"""([(`'"])(\.{1,2}/[^'"`()\s]*)(?=['"`)])""")
def dirfinal(d):
    if d in moved_dirs: return moved_dirs[d]
    # longest moved ancestor
    a = d
    while a:
        if a in moved_dirs: return moved_dirs[a] + d[len(a):]
        a = os.path.dirname(a)
    return d
def relto(fromfile, target):
    r = os.path.relpath(target, os.path.dirname(fromfile) or '.')
    return r if r.startswith('.') else './' + r
warn = []
def rewrite(old, text):
    new = final(old)
    base = os.path.dirname(old)
    def sub(m):
        q, spec = m.group(1), m.group(2)
        frag = ''
        s = spec
        for c in '?#':
            if c in s:
                i = s.index(c); frag = s[i:] + frag; s = s[:i]
        slash = s.endswith('/')
        p = os.path.normpath(os.path.join(base, s))
        if p in tset:
            return q + relto(new, final(p)) + frag
        cand = [p + e for e in ('.ts', '.tsx', '.json', '/index.ts')]
        for c in cand:
            if c in tset and old.endswith(CODE):
                f = final(c)
                e = c[len(p):]
                if f.endswith(e): return q + relto(new, f[:-len(e)]) + frag
        if p in tdirs or (p == '.'):
            r = relto(new, dirfinal(p) if p != '.' else '.')
            if new != old or dirfinal(p) != p:
                return q + r + ('/' if slash else '') + frag
        return m.group(0)
    if old.endswith(CODE) or old.endswith('.md'):
        text = (lit_md if old.endswith('.md') else lit_code).sub(sub, text)
    return text
# paths from the root, and short ones from apps/server/src etc.
olds = sorted(mv, key=len, reverse=True)
full = re.compile(r'(?<![\w./-])(' + '|'.join(re.escape(o) for o in olds) + r')(?![\w-])') if olds else None
SHORT_ROOTS = ['apps/server/src/', 'apps/server/test/', 'apps/server/', 'apps/web/src/', 'apps/console/src/', 'packages/engine/src/', 'packages/engine/test/', 'packages/contract/src/', 'packages/']
short = {}
for o in olds:
    for r in SHORT_ROOTS:
        if o.startswith(r) and final(o).startswith(r) and '/' in o[len(r):]:
            short.setdefault(o[len(r):], final(o)[len(r):])
shortre = re.compile(r'(?<![\w./-])(' + '|'.join(re.escape(o) for o in sorted(short, key=len, reverse=True)) + r')(?![\w-])') if short else None
dirs = sorted([d for d in moved_dirs if d.count('/') >= 1], key=len, reverse=True)
dirre = re.compile(r'(?<![\w./-])(' + '|'.join(re.escape(d) for d in dirs) + r')(?=/|[\'"`\s,)|]|$)') if dirs else None
changed = 0
out = {}
for t in tracked:
    if os.path.basename(t) in SKIP or os.path.islink(t) or not t.endswith(TEXT) and t not in ('Dockerfile', '.dockerignore', '.gitignore', '.env.example', '.ci/run'): continue
    try: text = open(t, encoding='utf8', newline='').read()
    except UnicodeDecodeError: continue
    n = rewrite(t, text)
    if full: n = full.sub(lambda m: mv[m.group(1)], n)
    if shortre and not t.endswith('.sql'): n = shortre.sub(lambda m: short[m.group(1)], n)
    if dirre: n = dirre.sub(lambda m: moved_dirs[m.group(1)], n)
    if n != text: out[t] = n
for t, n in out.items():
    open(t, 'w', encoding='utf8', newline='').write(n)
tmp = {}
for o, n in mv.items():
    os.makedirs(os.path.dirname(n), exist_ok=True)
    if n in tset:  # a swap
        x = n + '.moving'; subprocess.check_call(['git', 'mv', o, x]); tmp[x] = n
    else: subprocess.check_call(['git', 'mv', o, n])
for x, n in tmp.items(): subprocess.check_call(['git', 'mv', x, n])
print(len(mv), 'moved,', len(out), 'rewritten')
