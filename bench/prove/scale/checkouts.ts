import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { tenItems } from '../../checkout/cart.ts';
import { measureCores, others } from '../../harness/cores.ts';
import { runLoad } from '../../harness/processes.ts';
import { Product } from '../../load/product.ts';
import type { Scaled } from './table.ts';

/** The number of connections, spread over all processes. */
const connections = 64;

/** Checkouts a second with a number of API processes; each cart has ten items. */
export async function measureCheckouts(apis: number, seconds: number): Promise<Scaled> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'retoma-scale-'));
  const product = new Product();
  try {
    await product.start({ apis, workers: 0, stores: 1 });
    const bodyFile = path.join(folder, 'body.json');
    writeFileSync(bodyFile, JSON.stringify(tenItems));
    const headers = { 'x-api-key': product.stores[0]!.checkoutKey };
    const load = (duration: number) =>
      Promise.all(
        product.baseUrls.map((url) =>
          runLoad({
            port: Number(new URL(url).port),
            path: '/stores/external/checkout',
            headers,
            bodyFile,
            connections: connections / apis,
            seconds: duration,
          }),
        ),
      );
    await load(2);
    const cores = measureCores(product.groups());
    const startedAt = performance.now();
    const reports = await load(seconds);
    const elapsed = (performance.now() - startedAt) / 1000;
    const used = cores();
    const refused = reports.filter(({ statuses }) => Object.keys(statuses).join() !== '201');
    if (refused.length > 0) throw new Error(JSON.stringify(refused));
    // The load processes have already ended, so their own reports are used.
    const loads = reports.reduce((sum, { cpu }) => sum + cpu, 0) / elapsed;
    return {
      processes: apis,
      perSecond: reports.reduce((sum, { perSecond }) => sum + perSecond, 0),
      cores: { ...used, load: loads, [others]: Math.max(0, used[others]! - loads) },
      single: product.parts.map(({ name }) => name),
    };
  } finally {
    await product.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
