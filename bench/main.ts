// npm run bench -- NAME …: each benchmark is a file in this folder that prints its figures and their ratio to a named baseline.
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

const here = import.meta.dirname;
const known = readdirSync(here)
  .filter((name) => /^[a-z-]+\.ts$/.test(name) && !['main.ts', 'prove.ts', 'load.ts'].includes(name))
  .map((name) => name.slice(0, -3));
const wanted = process.argv.slice(2);
if (wanted.length === 0 || wanted.some((name) => !existsSync(path.join(here, `${name}.ts`)))) {
  console.error(`usage: npm run bench -- ${known.join(' | ')}`);
  process.exit(2);
}
for (const name of wanted) {
  console.log(`# ${name}`);
  const { run } = (await import(`./${name}.ts`)) as { run: () => Promise<void> };
  await run();
}
