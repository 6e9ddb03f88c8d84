// npm run prove [-- NAME …]: the long proofs. Their short, seeded versions are part of npm test.
import { survive } from './prove/survival.ts';

const seed = Number(process.env['PROVE_SEED'] ?? Math.floor(performance.timeOrigin % 1e9));

const proofs = {
  'service-kill': async () => {
    const { kills, answered, stored, missing, load } = await survive('service', 90, seed);
    console.log(
      `kill -9 of the service x ${kills}: ${answered} answered 201, ${stored} stored, ${missing} missing; max ${load.max.toFixed(0)} ms`,
    );
    return missing === 0;
  },
  'postgres-kill': async () => {
    const { kills, answered, stored, missing, load } = await survive('postgres', 90, seed);
    console.log(
      `kill -9 of PostgreSQL x ${kills}: ${answered} answered 201, ${stored} stored, ${missing} missing; ` +
        `statuses ${JSON.stringify(load.statuses)}, slowest answer ${load.max.toFixed(0)} ms`,
    );
    return missing === 0 && load.max < 5_000;
  },
} as const satisfies Record<string, () => Promise<boolean>>;

const wanted = process.argv.slice(2);
console.log(`seed ${seed}`);
for (const [name, prove] of Object.entries(proofs)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  console.log(`# ${name}`);
  if (!(await prove())) {
    console.error(`${name} failed`);
    process.exitCode = 1;
  }
}
