// Follows a document: runs the commands that it shows and compares their output with what it shows.
import { spawn } from 'node:child_process';
import { blocksOf, commandsOf, isTyped, transcriptOf, type Block } from './blocks.ts';
import { reasonFor, type Runner } from './left-out.ts';
import { fillIn, type GuideProduct } from './product.ts';

/** The result for a document. */
export type Followed = {
  /** Line numbers of the blocks of which a command ran. */
  readonly ran: readonly number[];
  /** Commands that were left out, with the reason. */
  readonly leftOut: readonly { readonly line: number; readonly command: string; readonly reason: string }[];
};

/** Makes an HTTP error fail the command, with an error that names it; the printed blocks stay unchanged. */
const strict = `set -euo pipefail
trap 'echo "failed: $BASH_COMMAND" >&2' ERR
curl() { command curl --silent --show-error --fail-with-body "$@" && echo; }
`;

/** Runs text in a shell in the product's folder; returns the output. Throws an error with the output if a command failed. */
export function typeIn(text: string, product: GuideProduct): Promise<string> {
  const shell = spawn('bash', ['-c', `${strict}${product.prelude}\n${text}`], {
    cwd: product.folder,
    env: product.environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [printed, log] = ['', ''];
  shell.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  shell.stderr.on('data', (chunk: Buffer) => (log += chunk.toString()));
  return new Promise((resolve, reject) => {
    shell.once('error', reject);
    shell.once('close', (code) =>
      code === 0 ? resolve(printed) : reject(new Error(`${text}\nended with ${code}\n${printed}${log}`)),
    );
  });
}

/** How a document is followed. */
type RunOptions = {
  readonly runner: Runner;
  /** Starts the service of a command, and stops it again. */
  readonly serve?: (command: string) => Promise<void>;
  /** Commands that were already run to create the product. */
  readonly before?: readonly string[];
};

/** Runs every typed block of a document, in order. */
export async function follow(
  root: string,
  document: string,
  product: GuideProduct,
  runOptions: RunOptions,
): Promise<Followed> {
  const followed = { ran: [] as number[], leftOut: [] as Followed['leftOut'][number][] };
  for (const block of blocksOf(root, document).filter(isTyped)) {
    const done = await followBlock(block, product, runOptions).catch((error: unknown) => {
      throw new Error(`${document}:${block.line}: ${(error as Error).message}`, { cause: error });
    });
    if (done.ran) followed.ran.push(block.line);
    followed.leftOut.push(...done.leftOut.map((each) => ({ line: block.line, ...each })));
  }
  return followed;
}

const serves = /^npm (start|run retoma -- serve)$/;

async function followBlock(block: Block, product: GuideProduct, { runner, serve, before = [] }: RunOptions) {
  const transcript = transcriptOf(block);
  if (transcript) {
    await expectPrinted(transcript.command, transcript.expected, product);
    return { ran: true, leftOut: [] };
  }
  const commands = commandsOf(block).map((command) => ({
    command,
    reason: reasonFor(block.document, command, runner),
  }));
  const leftOut = commands.flatMap(({ command, reason }) => (reason === undefined ? [] : [{ command, reason }]));
  const typed = commands.filter(({ reason }) => reason === undefined).map(({ command }) => command);
  const left = typed.filter((command) => !before.includes(command));
  const services = serve ? left.filter((command) => serves.test(command)) : [];
  const script = left.filter((command) => !services.includes(command)).join('\n');
  if (script !== '') await typeIn(await fillIn(script, product), product);
  for (const command of services) await serve!(command);
  return { ran: typed.length > 0, leftOut };
}

/** Repeats a command until it prints what is shown: three minutes at most, since the demo store's reminder takes one. */
export async function expectPrinted(command: string, expected: string, product: GuideProduct): Promise<void> {
  const ready = await fillIn(command, product);
  const wanted = patternOf(expected);
  let printed = '';
  for (const started = performance.now(); performance.now() - started < 180_000;) {
    printed = await typeIn(ready, product);
    if (wanted.test(printed)) return;
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
  throw new Error(`${ready}\nprinted\n${printed}\nand not, as it is told,\n${expected}`);
}

/** Parts of the output that differ between runs. */
const varying: readonly [RegExp, string][] = [
  [/[0-9a-f]{8}-[0-9a-f-]{27}/, '[0-9a-f-]{36}'],
  [/\d{4}-\d\d-\d\dT[\d:.]+Z/, '\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z'],
  [/http:\/\/127\.0\.0\.1:3000|https:\/\/pay\.example\.com/, 'http://[\\w.:]+'],
  [/demo-\w+-pix/, 'demo-\\w+-pix'],
  // The real output may have seconds.
  [/\b\d\d:\d\d\b/, '\\d+:\\d\\d(?::\\d\\d)?'],
  [/…/, '.*'],
  // The width of columns depends on their content.
  [/\n/, '\\n *'],
  [/ {2,}/, ' +'],
];

const escaped = (text: string): string => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);

/** A pattern for the shown output: ids, instants, widths and text replaced by an ellipsis may differ. */
export function patternOf(expected: string): RegExp {
  const all = new RegExp(varying.map(([each]) => `(${each.source})`).join('|'), 'g');
  let [pattern, from] = ['', 0];
  for (const found of expected.trimEnd().matchAll(all)) {
    const which = found.slice(1).findIndex((group) => group !== undefined);
    pattern += escaped(expected.slice(from, found.index)) + varying[which]![1];
    from = found.index + found[0].length;
  }
  return new RegExp(pattern + escaped(expected.trimEnd().slice(from)));
}
