import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readRun, runList } from '@retoma/server/commands';
import { ana, startTestEngine, type TestEngine } from '../../server/src/testing/test-engine.ts';
import { runCli, type Ran } from './testing/run-cli.ts';

const steps = [
  { type: 'action', id: 'aviso', name: 'send_whatsapp', data: { type: 'text', message: 'Oi {{customer.first_name}}' } },
  { type: 'delay', id: 'espera', minutes: 30 },
  { type: 'action', id: 'de-novo', name: 'send_whatsapp', data: { type: 'text', message: 'Ainda aí?' } },
];
let service: TestEngine;
let home: string;
beforeAll(async () => {
  home = mkdtempSync(path.join(os.tmpdir(), 'retoma-runs-'));
  service = await startTestEngine();
});
afterAll(async () => {
  await service.stop();
  rmSync(home, { recursive: true, force: true });
});

const retoma = (...args: string[]): Promise<Ran> =>
  runCli(args, { DATABASE_URL: service.databaseUrl, RETOMA_HOME: home });

/** Runs a command on the test's store, which must succeed; returns its document. */
async function json<T>(...args: string[]): Promise<T> {
  const { code, stdout, stderr } = await retoma(...args, '--store', service.storeId, '--json');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout) as T;
}
const text = async (...args: string[]): Promise<string> => (await retoma(...args, '--store', service.storeId)).stdout;

/** An automation with one run that waits for its delay. */
async function begin(): Promise<{ automationId: string; runId: string }> {
  const automationId = await service.publish({ steps: steps as never });
  await service.happen({ type: 'pix.generated', data: { customer: ana } });
  await service.settle();
  const [run] = await runList(service.db, service.storeId, { automationId }, 1);
  await service.db.query('update automations set active = false');
  return { automationId, runId: run!.runId };
}
const statusAfter = async (runId: string): Promise<string> => {
  await service.settle();
  return (await readRun(service.db, service.storeId, runId))!.status;
};

describe('retoma run', () => {
  test('list and show print a run’s status and timeline, as JSON and as text', async () => {
    const { automationId, runId } = await begin();
    const { runs } = await json<{ runs: object[] }>('run', 'list', '--automation', automationId, '--status', 'waiting');
    expect(runs).toMatchObject([{ runId, automationId, status: 'waiting', automation: 'Recuperação' }]);
    expect(await text('run', 'list', '--status', 'failed')).toBe('Nenhuma jornada.\n');
    expect(await text('run', 'list', '--automation', automationId)).toContain(`Recuperação: aguardando`);
    const { run } = await json<{ run: object }>('run', 'show', runId.toUpperCase());
    const at = new Date(service.now()).toISOString();
    const until = new Date(service.now() + 30 * 60_000).toISOString();
    expect(run).toMatchObject({
      runId,
      waitsFor: { for: 'timer', at: until, path: 'steps[1]' },
      timeline: [
        { at, path: 'steps[0]', outcome: 'sent' },
        { at, path: 'steps[1]', outcome: 'waits', until },
      ],
      messages: [{ message: 'steps[0]#1', state: 'sent', recipient: ana.phone }],
      operations: [],
    });
    const output = await text('run', 'show', runId);
    expect(output).toContain(`${runId}: aguardando\n`);
    expect(output).toContain(`00:00  aviso   WhatsApp → ${ana.phone}: “Oi Ana”`);
    expect(output).toContain('00:00  espera  espera 30 min, até 00:30');
    expect(await text('run', 'show', runId, '--lang', 'en')).toContain(`Waiting at steps[1] until ${until}.`);
  });

  test('workers process skip, retry and cancel, and show lists the operations', async () => {
    const { automationId, runId } = await begin();
    await service.db.query('update automations set active = true where automation_id = $1', [automationId]);
    const { operationId } = await json<{ operationId: string }>('run', 'skip', runId);
    expect(operationId).toMatch(/^[0-9a-f-]{36}$/);
    expect(await statusAfter(runId)).toBe('completed');
    await json('run', 'retry', runId, '--step', 'steps[1]');
    expect(await statusAfter(runId)).toBe('waiting');
    await json('run', 'cancel', '--automation', automationId, '--yes');
    expect(await statusAfter(runId)).toBe('cancelled');
    const output = await text('run', 'show', runId);
    for (const line of ['avançar, cli: feito', 'repetir steps[1], cli: feito', 'cancelar, cli: feito']) {
      expect(output).toContain(line);
    }
  });

  test.each([
    [['run', 'list'], 'STORE_NOT_FOUND'],
    [['run', 'show', 'RUN'], 'RUN_NOT_FOUND'],
    [['run', 'cancel', 'RUN'], 'RUN_NOT_FOUND'],
    [['run', 'skip', '--automation', 'RUN', '--yes'], 'AUTOMATION_NOT_FOUND'],
    [['run', 'retry', 'RUN', '--step', 'steps[0]'], 'RUN_NOT_FOUND'],
  ])('%j of another store is an error with a code: exit 1', async (args, code) => {
    const { runId } = await begin();
    const argv = args.map((word) => (word === 'RUN' ? runId : word));
    const wrong = await retoma(...argv, '--store', '01a1fe41-b4e3-73ce-8687-e74d81e654ba', '--json');
    expect(wrong.code).toBe(1);
    expect(JSON.parse(wrong.stdout)).toMatchObject({ error: code });
  });

  test.each([
    [['run', 'show', 'x']],
    [['run', 'list', '--status', 'sleeping']],
    [['run', 'cancel']],
    [['run', 'cancel', '--automation', '01a1fe41-b4e3-73ce-8687-e74d81e654ba']],
    [['run', 'retry', '01a1fe41-b4e3-73ce-8687-e74d81e654ba']],
    [['automation', 'pause', '01a1fe41-b4e3-73ce-8687-e74d81e654ba', '--waiting', 'wait']],
    [['automation', 'delete', '01a1fe41-b4e3-73ce-8687-e74d81e654ba']],
  ])('%j is wrong usage: exit 2', async (args) => {
    const { code, stdout, stderr } = await retoma(...args, '--store', service.storeId);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr.length).toBeGreaterThan(5);
  });

  test('commands on runs or automations require their store', async () => {
    for (const args of [
      ['run', 'list'],
      ['run', 'cancel', service.storeId],
      ['automation', 'resume', service.storeId],
    ]) {
      const { code, stderr } = await retoma(...args);
      expect([code, stderr]).toEqual([2, '--store is required\n']);
    }
  });
});

describe('retoma automation', () => {
  test('[RUN16] pause, list, resume and delete', async () => {
    const { automationId, runId } = await begin();
    expect(await json('automation', 'resume', automationId)).toEqual({ automationId, active: true });
    expect(await json('automation', 'pause', automationId)).toEqual({ automationId, active: false, waiting: 'hold' });
    service.pass(31 * 60_000);
    await service.settle();
    expect(await text('run', 'show', runId)).toContain('pausada com a automação');
    const { automations } = await json<{ automations: object[] }>('automation', 'list');
    expect(automations).toContainEqual(expect.objectContaining({ automationId, active: false, publishedVersion: 1 }));
    expect(await text('automation', 'list')).toContain(
      `${automationId}  Recuperação (pix.generated, versão 1): pausada`,
    );
    await json('automation', 'resume', automationId);
    expect(await statusAfter(runId)).toBe('completed');
    await json('run', 'retry', runId, '--step', 'steps[1]');
    expect(await statusAfter(runId)).toBe('waiting');
    expect(await text('automation', 'pause', automationId, '--waiting', 'finish', '--lang', 'en')).toBe(
      'Automation paused. Its runs continue to their end.\n',
    );
    expect(await json('automation', 'delete', automationId, '--yes')).toEqual({ automationId, deleted: true });
    expect(await statusAfter(runId)).toBe('cancelled');
    const again = await retoma('automation', 'resume', automationId, '--store', service.storeId, '--json');
    expect([again.code, JSON.parse(again.stdout)]).toMatchObject([1, { error: { code: 'AUTOMATION_NOT_FOUND' } }]);
  });
});
