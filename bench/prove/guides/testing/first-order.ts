// docs/first-order.md, word for word: its commands and its program, with a shopper who pays.
import { spawn } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { expect } from 'vitest';
import { blocksOf, type Block } from '../blocks.ts';
import { typeIn } from '../follow.ts';
import { fillIn, payCheckout, type GuideProduct } from '../product.ts';

/** The most lines of code of the guide. */
const mostLines = 40;

/** Follows the guide until the shop has printed the paid order, and the shopper is back. */
export async function followFirstOrder(program: Block, product: GuideProduct): Promise<void> {
  expect(program.text.trim().split('\n').filter(Boolean).length).toBeLessThanOrEqual(mostLines);
  const root = path.resolve(import.meta.dirname, '../../../..');
  const [install, endpoint, start] = blocksOf(root, program.document).filter(({ language }) => language === 'sh');
  const port = await freePort();
  const ready = async (text: string): Promise<string> =>
    (await fillIn(text, product)).replaceAll('127.0.0.1:4000', `127.0.0.1:${port}`);
  const shop = path.join(product.folder, 'shop');
  rmSync(shop, { recursive: true, force: true });
  await typeIn(await ready(install!.text), product);
  const secret = /whsec_[\w+/=]+/.exec(await typeIn(await ready(endpoint!.text), product))![0];
  writeFileSync(path.join(shop, 'shop.mjs'), (await ready(program.text)).replace('listen(4000', `listen(${port}`));
  const script = (await ready(start!.text)).replace('whsec_…', secret);
  const child = spawn('bash', ['-c', script.replace('node shop.mjs', 'exec node shop.mjs')], {
    cwd: shop,
    env: product.environment,
  });
  const prints = linesOf(child);
  try {
    const checkoutId = /\/pay\/([0-9a-f-]{36})$/.exec(await prints(/^Pay here: /))![1]!;
    const { orderId } = await payCheckout(product, checkoutId, { paid: true });
    expect(orderId).toMatch(/^[0-9a-f-]{36}$/);
    await prints(/^Paid: order \d+$/);
    const page = await (await fetch(`${product.address}/pay/${checkoutId}`)).text();
    const back = new RegExp(`http://127\\.0\\.0\\.1:${port}/obrigado[^"]*`).exec(page)![0].replaceAll('&amp;', '&');
    expect(await (await fetch(back)).text()).toBe('Obrigado!');
    expect((await fetch(back.replace('=paid', '=open'))).status).toBe(400);
  } finally {
    child.kill();
  }
}

/** Waits for a line of a program's output; rejects with the output if it ends before. */
function linesOf(child: ReturnType<typeof spawn>): (wanted: RegExp) => Promise<string> {
  let output = '';
  let look = (): void => {};
  for (const stream of [child.stdout!, child.stderr!]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      look();
    });
  }
  return (wanted) =>
    new Promise((resolve, reject) => {
      child.once('close', () => reject(new Error(`it ended: ${output}`)));
      look = () => {
        const line = output.split('\n').find((each) => wanted.test(each));
        if (line !== undefined) resolve(line);
      };
      look();
    });
}

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
