import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ana, startTestEngine, type TestEngine } from '../../server/src/testing/test-engine.ts';
import { runCli, type Ran } from './testing/run-cli.ts';

let service: TestEngine;
let home: string;
beforeAll(async () => {
  home = mkdtempSync(path.join(os.tmpdir(), 'retoma-people-'));
  service = await startTestEngine();
});
afterAll(async () => {
  await service.stop();
  rmSync(home, { recursive: true, force: true });
});

const retoma = (...args: string[]): Promise<Ran> =>
  runCli(['person', ...args, '--store', service.storeId], {
    DATABASE_URL: service.databaseUrl,
    RETOMA_HOME: home,
    RETOMA_SECRET: 'a secret for tests of thirty-two characters',
  });
async function json(...args: string[]): Promise<unknown> {
  const { code, stdout, stderr } = await retoma(...args, '--json');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout);
}

/** Reports an event of Ana with a message due at once; returns the message's outcome. */
async function write(): Promise<string> {
  await service.happen({ type: 'pix.generated', data: { customer: ana } });
  await service.settle();
  const { rows } = await service.db.query<{ timeline: string }>(
    'select timeline from runs order by run_id desc limit 1',
  );
  return rows[0]!.timeline;
}

describe('retoma person', () => {
  test('[COM8] opt-out stops messages to a person on the named channels until opt-in', async () => {
    const step = { type: 'action', name: 'send_whatsapp', data: { type: 'text', message: 'Oi' } };
    await service.publish({ steps: [step] as never });
    expect(await json('opt-out', '--phone', '(11) 8765-4321')).toEqual({
      channels: ['whatsapp', 'sms'],
      optedOut: true,
    });
    expect(await write()).toContain('OPTED_OUT');
    const back = await retoma('opt-in', '--phone', ana.phone, '--channel', 'whatsapp');
    expect(back).toEqual({ code: 0, stdout: 'Mensagens por WhatsApp permitidas.\n', stderr: '' });
    expect(await write()).not.toContain('OPTED_OUT');
    const { rows } = await service.db.query('select channel, state, source from consents order by at, channel');
    expect(rows).toEqual([
      { channel: 'sms', state: 'withdrawn', source: 'cli' },
      { channel: 'whatsapp', state: 'withdrawn', source: 'cli' },
      { channel: 'whatsapp', state: 'granted', source: 'cli' },
    ]);
  });

  test('[COM8] export returns one document with the data of one person; erase empties it', async () => {
    await write();
    const data = await json('export', '--email', 'ANA@cliente.example');
    expect(data).toMatchObject({ identifiers: { emails: [ana.email], phones: [ana.phone] }, customers: [ana] });
    const erased = await retoma('erase', '--email', ana.email, '--yes', '--lang', 'en');
    expect(erased).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Erased: events \d+, messages \d+\.\n$/) });
    expect((await retoma('erase', '--email', ana.email, '--yes')).stdout).toBe('Nada a apagar.\n');
  });

  test('[COM8] find lists who shares a value; erase takes who was named, and names who was left', async () => {
    const lia = { name: 'Lia', email: 'lia@cliente.example', phone: '+5521934567890' };
    for (const customer of [
      lia,
      { ...lia, name: 'Rui', email: 'rui@cliente.example' },
      { name: 'Vó', phone: '+552134567890' },
    ])
      await service.happen({ type: 'pix.generated', data: { customer } });
    await service.settle();
    const named = ['--email', lia.email, '--phone', lia.phone];
    const { people } = (await json('find', ...named)) as { people: { names: string[]; isNamed: boolean }[] };
    expect(people.map(({ names, isNamed }) => `${names[0]} ${isNamed}`).toSorted()).toEqual([
      'Lia true',
      'Rui false',
      'Vó false',
    ]);
    expect((await retoma('find', ...named, '--lang', 'en')).stdout).toMatch(/rui@cliente\.example .*someone else/);
    const { stdout } = await retoma('erase', ...named, '--yes', '--lang', 'en');
    expect(stdout).toMatch(
      /^Erased: .*\nNot erased, because their contact data differs:\n(?: {2}\+552134567890\n)? {2}rui@cliente/,
    );
    expect((await json('find', ...named)) as object).toMatchObject({
      people: [{ isNamed: false }, { isNamed: false }],
    });
  });

  test.each([
    [['export', '--email', 'ana'], 'INVALID_EMAIL'],
    [['opt-out', '--email', 'ana@cliente.example', '--channel', 'sms'], 'NO_ADDRESS'],
  ])('%j is an error with a code: exit 1', async (args, code) => {
    const wrong = await retoma(...args, '--json');
    expect([wrong.code, JSON.parse(wrong.stdout)]).toMatchObject([1, { error: code }]);
  });

  test.each([
    [['export']],
    [['erase', '--email', 'ana@cliente.example']],
    [['opt-in', '--email', 'ana@cliente.example', '--channel', 'fax']],
  ])('%j is wrong usage: exit 2', async (args) => {
    const { code, stdout, stderr } = await retoma(...args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr.length).toBeGreaterThan(5);
  });
});
