// npm run load [-- --rate 100 --seconds 30 --mix page=40,checkout=20,… --out FOLDER]: simulates shoppers, stores and providers, and
// writes a report with plots. With BASE_URL, LOAD_CHECKOUT_KEY and LOAD_SECRET_KEY the load goes to a running service; without BASE_URL
// to one that it starts: --apis, --workers, --stores.
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { measureCores, type Cores } from './harness/cores.ts';
import { Product } from './load/product.ts';
import { isAnswered, type Recording } from './load/recording.ts';
import { writeReport } from './load/report.ts';
import { startGenerator } from './load/run-generator.ts';
import { readMix, usualMix, type Load, type LoadStore } from './load/settings.ts';

const { values } = parseArgs({
  options: {
    rate: { type: 'string', default: '100' },
    seconds: { type: 'string', default: '30' },
    mix: { type: 'string' },
    out: { type: 'string', default: '.retoma/load' },
    seed: { type: 'string', default: '1' },
    apis: { type: 'string', default: '1' },
    workers: { type: 'string', default: '1' },
    stores: { type: 'string', default: '5' },
  },
});
const baseUrl = process.env['BASE_URL'];
const folder = path.resolve(values.out);
mkdirSync(folder, { recursive: true });
const product = baseUrl ? undefined : new Product();
try {
  if (product) {
    process.stderr.write('Starting the service…\n');
    const { apis, workers, stores } = values;
    await product.start({ apis: Number(apis), workers: Number(workers), stores: Number(stores) });
  }
  const load: Load = {
    ...(product
      ? { baseUrls: product.baseUrls, stores: product.stores, gateway: product.gateway }
      : { baseUrls: baseUrl!.split(','), stores: [runningStore()] }),
    rate: Number(values.rate),
    seconds: Number(values.seconds),
    seed: Number(values.seed),
    mix: values.mix === undefined ? usualMix : readMix(values.mix),
    file: path.join(folder, 'recording.json'),
  };
  process.stderr.write(`${load.rate} requests a second for ${load.seconds} s…\n`);
  const generator = await startGenerator(load);
  const measured = product && measureCores([...product.groups(), { name: 'load', pids: () => [generator.pid] }]);
  await generator.done;
  const cores = measured?.();
  const recording = await generator.stop();
  const extra = cores && describeCosts(cores, load.seconds, recording);
  console.log(writeReport(folder, { load, recording, ...(extra !== undefined && { extra }) }));
  process.stderr.write(`In ${folder}: report.md, its plots, recording.json\n`);
} finally {
  await product?.stop();
}

/** A table of the cores that each process used, and its CPU time for each response, which is the steadier figure. */
function describeCosts(cores: Cores, seconds: number, { samples }: Recording): string {
  const answers = samples.filter(isAnswered).length;
  const rows = Object.entries(cores).map(
    ([name, used]) => `| ${name} | ${used.toFixed(2)} | ${((used * seconds * 1e6) / answers).toFixed(0)} |`,
  );
  return ['| process | cores | CPU µs for each answer |', '|---|---|---|', ...rows].join('\n');
}

/** The store of a running service. The report has no figures of messages there, since that store does not use the load's gateway. */
function runningStore(): LoadStore {
  const { LOAD_CHECKOUT_KEY: checkoutKey, LOAD_SECRET_KEY: secretKey } = process.env;
  if (!checkoutKey || !secretKey) throw new Error('BASE_URL needs LOAD_CHECKOUT_KEY and LOAD_SECRET_KEY of one store');
  return { checkoutKey, secretKey };
}
