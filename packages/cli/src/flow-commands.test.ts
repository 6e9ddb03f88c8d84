import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cloneDatabase } from '../../server/src/testing/test-service.ts';
import { runCli, spawnCli, type Ran } from './testing/run-cli.ts';

const samples = path.resolve(import.meta.dirname, '../../flow/samples');
const sample = (name: string): string => path.join(samples, name, 'flow.json');
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'retoma-flow-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A command with standard input runs in a new process, since a test has no standard input. */
const retoma = (args: string[], { stdin = '', env = {} } = {}): Promise<Ran> =>
  stdin === '' ? runCli(args, env) : spawnCli(args, env, { stdin });

describe('retoma validate', () => {
  test('a valid definition: exit 0, the exact document with --json', async () => {
    const { code, stdout } = await retoma(['validate', sample('pix-recovery'), '--json']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual({
      valid: true,
      format: 'nested',
      structure: [],
      _validation: { valid: true, totalErrors: 0, totalWarnings: 0, steps: [] },
    });
  });

  test('an invalid one: exit 1, each issue with line and column, in the text too', async () => {
    const json = await retoma(['validate', sample('out-of-range'), '--json']);
    expect(json.code).toBe(1);
    const { structure } = JSON.parse(json.stdout) as { structure: { code: string; line: number; column: number }[] };
    expect(structure[0]).toMatchObject({
      code: 'OUT_OF_RANGE',
      line: expect.any(Number) as number,
      column: expect.any(Number) as number,
    });
    const text = await retoma(['validate', sample('out-of-range'), '--lang', 'en']);
    expect([text.code, text.stdout]).toEqual([1, '']);
    expect(text.stderr).toContain(
      `${sample('out-of-range')}:${structure[0]!.line}:${structure[0]!.column}: error OUT_OF_RANGE`,
    );
  });

  test('reads standard input, in the mode of --mode or of the environment', async () => {
    const stdin = readFileSync(sample('pix-recovery'), 'utf8').replace('{{', '{{order.nothing}} {{');
    expect((await retoma(['validate', '-'], { stdin })).code).toBe(1);
    expect((await retoma(['validate', '-', '--mode', 'warn'], { stdin })).code).toBe(0);
    const off = await retoma(['validate', '-', '--json'], {
      stdin,
      env: { AUTOMATION_TEMPLATE_VALIDATION_MODE: 'off' },
    });
    expect(JSON.parse(off.stdout)).not.toHaveProperty('_validation');
  });

  test('--paths lists the possible paths, and the sequence of a reminder after the payment', async () => {
    const good = await retoma(['validate', sample('pix-recovery'), '--paths', '--json']);
    const { paths } = JSON.parse(good.stdout) as {
      paths: { truncated: boolean; paths: object[]; afterPaid: object[] };
    };
    expect(paths.truncated).toBe(false);
    expect(paths.paths.length).toBeGreaterThan(1);
    const careless = {
      name: 'Lembrete sem conferir',
      trigger_event: 'pix.generated',
      steps: [
        { type: 'delay', minutes: 40 },
        { type: 'action', name: 'send_sms', data: { message: 'Seu PIX está esperando.' } },
      ],
    };
    const result = await retoma(['validate', '-', '--paths', '--lang', 'pt-BR'], { stdin: JSON.stringify(careless) });
    expect(result.code).toBe(0);
    expect(result.stdout).toMatch(
      /lembrete depois do pagamento: PIX às \d\d:\d\d, pago às \d\d:\d\d, lembrete às \d\d:\d\d/,
    );
  });

  test('an unreadable file and a wrong mode are exit 2', async () => {
    expect((await retoma(['validate', path.join(folder, 'none.json')])).code).toBe(2);
    expect((await retoma(['validate', sample('pix-recovery'), '--mode', 'maybe'])).code).toBe(2);
  });
});

describe('retoma convert', () => {
  test('a flat flow becomes a nested one that is valid', async () => {
    const { code, stdout } = await retoma(['convert', sample('pix-recovery-flat'), '--to', 'nested']);
    expect(code).toBe(0);
    const validated = await retoma(['validate', '-', '--json'], { stdin: stdout });
    expect(JSON.parse(validated.stdout)).toMatchObject({ valid: true, format: 'nested' });
  });

  test('a flow that cannot be converted: exit 1, with the steps that prevent it', async () => {
    const flow = JSON.parse(readFileSync(sample('pix-recovery-flat'), 'utf8')) as { steps: object[] };
    const last = flow.steps.at(-1)!;
    const orphan = path.join(folder, 'orphan.json');
    // A trunk step between a condition and its branch would run earlier if the branch moved.
    flow.steps = [...flow.steps.slice(0, -1), { type: 'delay', id: 'no-meio', minutes: 1 }, last];
    writeFileSync(orphan, JSON.stringify(flow));
    const { code, stdout } = await retoma(['convert', orphan, '--to', 'nested', '--json']);
    expect(code).toBe(1);
    expect(Object.keys(JSON.parse(stdout) as object)).toContainEqual(expect.stringMatching(/refusals|structure/));
  });

  test('--to must be nested', async () => {
    expect((await retoma(['convert', sample('pix-recovery-flat'), '--to', 'flat'])).code).toBe(2);
  });
});

describe('retoma simulate', () => {
  const scenario = (value: unknown): string => {
    const file = path.join(folder, `scenario-${Math.abs(JSON.stringify(value).length)}.json`);
    writeFileSync(file, JSON.stringify(value));
    return file;
  };

  test('plays a definition: the exact document with --json, a readable timeline without', async () => {
    const file = scenario({
      start: '2026-01-05T12:00:00-03:00',
      context: {
        customer: { name: 'Ana', phone: '+5511987654321' },
        order: {
          id: '1',
          status: 'PENDING',
          payment_method: 'pix',
          total: 12990,
          pix_code: '000201',
          url_pix_gerado: 'https://loja.example/pix',
        },
      },
    });
    const { code, stdout } = await retoma(['simulate', sample('pix-recovery'), '--scenario', file, '--json']);
    expect(code).toBe(0);
    const answer = JSON.parse(stdout) as { outcome: string; trace: object[]; messages: object[] };
    expect(answer.outcome).toMatch(/^(completed|ended)$/);
    expect(answer.messages.length).toBeGreaterThan(0);
    expect(answer.trace[0]).toMatchObject({ at: 0, thread: 'main', path: 'steps[0]' });
    const text = await retoma(['simulate', sample('pix-recovery'), '--scenario', file]);
    expect(text.code).toBe(0);
    expect(text.stdout).toContain('Ana');
  });

  test('an invalid scenario: exit 1, with its issues', async () => {
    const { code, stdout } = await retoma([
      'simulate',
      sample('pix-recovery'),
      '--scenario',
      scenario({ start: 'amanhã' }),
      '--json',
    ]);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ scenario: [{ code: 'INVALID_DATE', path: 'start' }] });
  });
});

test('[EDT16] retoma automation import creates a draft or a published version, and refuses a blocked one', async () => {
  const database = await cloneDatabase();
  const env = { DATABASE_URL: database.url, RETOMA_HOME: folder };
  const run = async (...args: string[]) => {
    const { code, stdout, stderr } = await retoma([...args, '--json'], { env });
    if (stdout === '') throw new Error(stderr);
    return { code, json: JSON.parse(stdout) as Record<string, unknown> };
  };
  const { storeId } = (await run('store', 'create', '--name', 'Loja')).json as { storeId: string };
  const draft = await run('automation', 'import', sample('pix-recovery'), '--store', storeId);
  expect(draft).toMatchObject({ code: 0, json: { draftRevision: 1, publishedVersion: null, active: false } });
  const published = await run('automation', 'import', sample('pix-recovery'), '--store', storeId, '--publish');
  expect(published).toMatchObject({ code: 0, json: { publishedVersion: 1, active: true } });
  const invalid = await run('automation', 'import', sample('out-of-range'), '--store', storeId);
  expect(invalid).toMatchObject({ code: 1, json: { success: false, error: { code: 'AUTOMATION_INVALID' } } });
  // [EDT16] The answer of a chat is imported, each correction with its place; JSON with an error of its own is not.
  const chat = path.join(folder, 'chat.txt');
  const answer = readFileSync(sample('pix-recovery'), 'utf8').replaceAll('"name"', '“name”').trimEnd();
  writeFileSync(chat, `Segue:\n\`\`\`json\n${answer}\n\`\`\`\nAté!`);
  const fromChat = await retoma(['automation', 'import', chat, '--store', storeId, '--json'], { env });
  expect([fromChat.code, JSON.parse(fromChat.stdout)]).toMatchObject([0, { draftRevision: 1 }]);
  const last = 3 + answer.split('\n').length;
  expect(fromChat.stderr.split('\n')).toEqual([
    `${chat}:1:1: Há texto que não faz parte do JSON. Corrigido.`,
    expect.stringMatching(/:4:3: Há aspas que não são as retas duplas\. Corrigido\.$/),
    expect.stringContaining(`${chat}:${last - 1}:`),
    '',
  ]);
  writeFileSync(chat, `\`\`\`\n${answer.replace(',', '')}\n\`\`\``);
  const broken = await retoma(['automation', 'import', chat, '--store', storeId], { env });
  expect([broken.code, broken.stderr]).toEqual([1, expect.stringContaining('INVALID_JSON')]);
  const nowhere = await run(
    'automation',
    'import',
    sample('pix-recovery'),
    '--store',
    '01a1fe41-b4e3-73ce-8687-e74d81e654ba',
  );
  expect(nowhere).toMatchObject({ code: 1, json: { error: 'STORE_NOT_FOUND' } });
  await database.drop();
});
