import { simulate } from './simulation.ts';

const from = Number(process.argv[2] ?? 1),
  count = Number(process.argv[3] ?? 1),
  commands = Number(process.argv[4] ?? 300);
const t = performance.now();
const c = process.cpuUsage();
for (let s = from; s < from + count; s++) {
  const o = await simulate({ seed: s, commands });
  if (o.violation || count < 3)
    console.log(
      s,
      o.digest.slice(0, 10),
      o.violation ? `step ${o.violation.step}: ${o.violation.message.slice(0, 1500)}` : 'ok',
    );
  if (count === 1) console.log(Object.fromEntries([...o.figures].sort()));
}
const u = process.cpuUsage(c);
console.log(
  ((performance.now() - t) / count).toFixed(0),
  'ms/seed',
  ((u.user + u.system) / 1000 / count).toFixed(0),
  'cpu ms/seed',
);
