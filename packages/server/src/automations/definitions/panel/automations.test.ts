import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Flow } from '@retoma/flow';
import { flowTemplates } from '@retoma/flow/templates';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { automationCodes } from '../codes.ts';
import { firstIdOf } from '../../../base/ids.ts';
import { createStore } from '../../../stores/manage-stores.ts';
import { startTestService, type TestService } from '../../../testing/test-service.ts';
import type { PanelAnswer } from '../../../panel-contract.ts';
import { newUser, PanelBrowser, password } from '../../../app/http/panel/testing/browser.ts';

const samples = path.resolve(import.meta.dirname, '../../../../../flow/samples');
const recovery = readFileSync(path.join(samples, 'pix-recovery/flow.json'), 'utf8');
const scratch = { kind: 'scratch', triggerEvent: 'pix.generated', name: '' };

let service: TestService;
let owner: PanelBrowser;
let reader: PanelBrowser;
let list: string;
beforeAll(async () => {
  service = await startTestService();
  await newUser(service, 'ana@loja.example', 'owner');
  await newUser(service, 'rui@loja.example', 'reader');
  [owner, reader] = [new PanelBrowser(service), new PanelBrowser(service)];
  await owner.post('/sign-in', { email: 'ana@loja.example', password });
  await reader.post('/sign-in', { email: 'rui@loja.example', password });
  list = `/stores/${service.storeId}/automations`;
});
afterAll(() => service.stop());

type Listed = PanelAnswer<'listAutomations'>['automations'][number];
type FullAutomation = PanelAnswer<'readAutomation'>['automation'];
const create = async (source: object): Promise<string> => {
  const { body } = await owner.post(list, { source });
  expect(body).toMatchObject({ success: true });
  return body['automationId'] as string;
};
const read = async (id: string): Promise<FullAutomation> =>
  (await owner.get(`${list}/${id}`)).body['automation'] as FullAutomation;
const listed = async (id: string): Promise<Listed | undefined> =>
  ((await owner.get(list)).body['automations'] as Listed[]).find(({ automationId }) => automationId === id);
const activity = async (): Promise<unknown[]> => {
  const { body } = await owner.get(`/stores/${service.storeId}/activity`);
  return (body['entries'] as { what: string; by: string; detail: string | null }[]).map((entry) => [
    entry.what,
    entry.detail,
  ]);
};

/** Errors B of the specification, complete. */
const blockedBody = {
  success: false,
  code: 'AUTOMATION_TEMPLATE_VALIDATION_FAILED',
  message: automationCodes.AUTOMATION_TEMPLATE_VALIDATION_FAILED['pt-BR'],
  validation: { valid: false, totalErrors: 1, totalWarnings: 0, steps: [{ errors: [{ code: 'UNKNOWN_METATAG' }] }] },
};

describe('creating', () => {
  test('[EDT1] from scratch gives a draft without steps, which cannot be published', async () => {
    const id = await create(scratch);
    const automation = await read(id);
    expect(automation).toMatchObject({
      name: '',
      triggerEvent: 'pix.generated',
      active: false,
      publishedVersion: null,
      published: null,
      hasChanges: true,
      revision: 1,
      updatedBy: 'ana@loja.example',
      mode: 'block',
    });
    for (const [triggerEvent, settings] of [
      ['pix.generated', { stopOn: 'payment.confirmed', reentry: 'once_per_order' }],
      ['lead.created', { reentry: 'once_per_order' }],
      ['tracking_code_updated', { reentry: 'every' }],
    ] as const) {
      const { draft } = await read(await create({ ...scratch, triggerEvent }));
      expect(JSON.parse(draft)).toMatchObject({ settings, steps: [] });
    }
    expect(automation.problems.errors).toBeGreaterThan(0);
    const { body } = await owner.post(`${list}/${id}/publish`, { revision: 1 });
    expect(body).toMatchObject({ error: { code: 'AUTOMATION_INVALID', details: { issues: expect.anything() } } });
  });

  test('from every template gives e-mails with the store as sender', async () => {
    await service.context.db.query(`update stores set email = 'oi@aurora.example' where store_id = $1`, [
      service.storeId,
    ]);
    for (const { name, flow } of flowTemplates) {
      const { draft, problems } = await read(await create({ kind: 'template', template: name }));
      expect(JSON.parse(draft)).toMatchObject({ name: flow.name, trigger_event: flow.trigger_event });
      expect([name, draft.includes('contato@loja.example'), problems]).toEqual([
        name,
        false,
        { errors: 0, warnings: 0 },
      ]);
    }
    expect(await owner.code(owner.post(list, { source: { kind: 'template', template: 'nada' } }))).toBe(
      'TEMPLATE_NOT_FOUND',
    );
  });

  test('[EDT10] from a template with a name and a sender has both; the store names its sender and its channels', async () => {
    await service.context.db.query('update stores set email = null where store_id = $1', [service.storeId]);
    const { body } = await owner.get(`${list}/defaults`);
    expect(body).toMatchObject({ sender: { name: expect.any(String), address: '' }, channels: expect.any(Array) });
    const source = { kind: 'template', template: 'cart-by-email', name: 'Recuperar carrinho' };
    const { name, draft, problems } = await read(await create({ ...source, senderEmail: 'oi@aurora.example' }));
    expect([name, problems]).toEqual(['Recuperar carrinho', { errors: 0, warnings: 0 }]);
    expect(draft).toContain('"remetente_email": "oi@aurora.example"');
    const only = await read(await create({ kind: 'template', template: 'pix-two-reminders', channels: ['whatsapp'] }));
    expect([only.problems, only.draft.includes('send_email')]).toEqual([{ errors: 0, warnings: 0 }, false]);
  });

  test('[EDT13] the store names the colours of its buttons, with a readable label; null without an accent', async () => {
    const buttonOf = async (accent: string | null): Promise<unknown> => {
      await service.context.db.query('update stores set accent = $2 where store_id = $1', [service.storeId, accent]);
      return ((await owner.get(`${list}/defaults`)).body as { button: unknown }).button;
    };
    expect(await buttonOf('#ffcc00')).toEqual({ fill: '#ffcc00', onFill: '#000000' });
    expect(await buttonOf('#003366')).toEqual({ fill: '#003366', onFill: '#ffffff' });
    expect(await buttonOf(null)).toBeNull();
  });

  test('for a store without an e-mail gives a problem of the draft, not a refusal', async () => {
    await service.context.db.query('update stores set email = null where store_id = $1', [service.storeId]);
    const { problems } = await read(await create({ kind: 'template', template: 'cart-by-email' }));
    expect(problems.errors).toBeGreaterThan(0);
  });

  test('[EDT1] from a text gives the unchanged text paused; with activation it is published even if its text says inactive', async () => {
    const paused = await read(await create({ kind: 'text', text: recovery, activate: false }));
    expect(paused).toMatchObject({ draft: recovery, active: false, publishedVersion: null });
    const text = JSON.stringify({ ...(JSON.parse(recovery) as Flow), active: false });
    const running = await read(await create({ kind: 'text', text, activate: true }));
    expect(running).toMatchObject({
      draft: text,
      published: text,
      active: true,
      publishedVersion: 1,
      hasChanges: false,
    });
  });

  test('[DEF8] an import is refused with all that is wrong, whether it activates or not', async () => {
    const broken = recovery.replace('{{', '{{order.nothing}} {{');
    const before = ((await owner.get(list)).body['automations'] as Listed[]).length;
    for (const activate of [true, false]) {
      const source = { kind: 'text', text: broken, activate };
      expect(await owner.post(list, { source })).toMatchObject({ status: 422, body: blockedBody });
      for (const text of ['{"name":"x"}', '\u0089PNG\r\n', '', '[]'])
        expect(await owner.code(owner.post(list, { source: { ...source, text } }))).toBe('AUTOMATION_INVALID');
      const text = JSON.stringify({
        name: 'x',
        trigger_event: 'order.paid',
        steps: [{ type: 'delay', minutes: 0 }, { type: 'foo' }],
      });
      const { status, body } = await owner.post(list, { source: { ...source, text } });
      const { details } = body['error'] as { details: { issues: { path: string }[] } };
      expect([status, details.issues.map(({ path }) => path)]).toEqual([
        400,
        ['name', 'trigger_event', 'steps[0].minutes', 'steps[1].type'],
      ]);
    }
    expect(((await owner.get(list)).body['automations'] as Listed[]).length).toBe(before);
  });

  test('[EDT9] a text that an import refuses is kept as a draft, which is never called valid', async () => {
    const unfinished = { name: 'x', trigger_event: 'order.paid', steps: [{ type: 'delay', minutes: 0 }] };
    for (const [text, errors] of [
      [recovery.replace('{{', '{{order.nothing}} {{'), 1],
      [JSON.stringify({ ...unfinished, trigger_event: 'pix.generated' }), 2],
      [JSON.stringify(unfinished), 3],
    ] as const) {
      const { body } = await owner.post(list, { source: { kind: 'draft', text } });
      expect(body).toMatchObject({ success: true, _validation: { valid: false, totalErrors: errors } });
      expect((await read(body['automationId'] as string)).problems.errors).toBe(errors);
    }
    expect(await owner.code(owner.post(list, { source: { kind: 'draft', text: '[]' } }))).toBe('AUTOMATION_UNREADABLE');
  });

  test('[DEF8] answers say what the editor says, and name steps by their ids', async () => {
    const send = { type: 'action', name: 'send_sms', data: { message: 'Oi' } };
    const late = { name: 'Tarde', trigger_event: 'cart.abandoned', steps: [{ type: 'delay', minutes: 5 }, send] };
    const unexecuted = {
      name: 'Sem efeito',
      trigger_event: 'lead.created',
      steps: [{ type: 'action', name: 'webhook', data: {} }],
    };
    for (const [definition, code, path] of [
      [late, 'REMINDER_AFTER_PAYMENT', 'steps[1]'],
      [unexecuted, 'UNIMPLEMENTED_ACTION', 'steps[0]'],
    ] as const) {
      const warned = {
        valid: true,
        totalErrors: 0,
        totalWarnings: 1,
        steps: [{ stepId: expect.stringMatching(/^[0-9a-f-]{36}$/) as string, path, errors: [], warnings: [{ code }] }],
      };
      const text = JSON.stringify(definition);
      for (const activate of [false, true])
        expect(
          (await owner.post(list, { source: { kind: 'text', text, activate } })).body['_validation'],
        ).toMatchObject(warned);
      const id = await create({ kind: 'draft', text });
      const saved = await owner.send('PUT', `${list}/${id}/draft`, { text, revision: 1 });
      expect(saved.body['_validation']).toMatchObject(warned);
      const published = await owner.post(`${list}/${id}/publish`, { revision: 2 });
      expect(published.body['_validation']).toMatchObject(warned);
    }
  });

  test('a copy is a separate draft with another name', async () => {
    const id = await create({ kind: 'text', text: recovery, activate: true });
    const { body } = await owner.post(`${list}/${id}/duplicate`, { name: 'Outra recuperação' });
    const copy = await read(body['automationId'] as string);
    expect(copy).toMatchObject({ name: 'Outra recuperação', active: false, publishedVersion: null });
    expect((JSON.parse(copy.draft) as Flow).steps).toEqual((JSON.parse(recovery) as Flow).steps);
  });
});

describe('saving a draft', () => {
  let id: string;
  beforeEach(async () => {
    id = await create({ kind: 'text', text: recovery, activate: false });
  });
  const save = (text: string, revision: number) => owner.send('PUT', `${list}/${id}/draft`, { text, revision });

  test('[EDT1] accepts an unfinished draft, with its issues', async () => {
    const flow = JSON.parse(recovery) as Flow;
    const unfinished = JSON.stringify({ ...flow, name: 'x', steps: [{ type: 'delay', id: 'a', minutes: 0 }] });
    expect((await save(unfinished, 1)).body).toMatchObject({ revision: 2, problems: { errors: 2 } });
    expect(await read(id)).toMatchObject({ draft: unfinished, name: 'x', revision: 2 });
    expect(await owner.code(owner.post(`${list}/${id}/publish`, { revision: 2 }))).toBe('AUTOMATION_INVALID');
  });

  test('[EDT9] refuses a text that is not a JSON object, or nests too deep', async () => {
    const deep = `{"steps":${'['.repeat(10_000)}${']'.repeat(10_000)}}`;
    for (const text of ['{', 'null', '[]', '"x"', deep])
      expect(await owner.code(save(text, 1))).toBe('AUTOMATION_UNREADABLE');
    expect(await read(id)).toMatchObject({ draft: recovery, revision: 1 });
  });

  test('[EDT1] refuses an outdated draft, and returns the newer one with its author', async () => {
    const ownFlow = recovery.replace('"name": "', '"name": "Minha ');
    expect((await save(ownFlow, 1)).status).toBe(200);
    const { status, body } = await save(recovery, 1);
    expect(status).toBe(409);
    expect(body).toMatchObject({
      error: {
        code: 'AUTOMATION_CHANGED',
        details: {
          draft: ownFlow,
          revision: 2,
          updatedBy: 'ana@loja.example',
          updatedAt: expect.any(String) as string,
        },
      },
    });
    expect(await owner.code(owner.post(`${list}/${id}/publish`, { revision: 1 }))).toBe('AUTOMATION_CHANGED');
  });
});

describe('publishing', () => {
  test('[EDT1] creates a version each time, and does not change the switch', async () => {
    const id = await create({ kind: 'text', text: recovery, activate: false });
    expect((await owner.post(`${list}/${id}/publish`, { revision: 1 })).body).toMatchObject({
      version: 1,
      active: true,
      liveRuns: [],
    });
    expect(await owner.code(owner.post(`${list}/${id}/active`, { active: false, waiting: 'finish' }))).toBe(200);
    const renamed = recovery.replace('"name": "', '"name": "Nova ');
    await owner.send('PUT', `${list}/${id}/draft`, { text: renamed, revision: 1 });
    expect(await listed(id)).toMatchObject({ hasChanges: true, active: false, publishedVersion: 1 });
    expect((await owner.post(`${list}/${id}/publish`, { revision: 2 })).body).toMatchObject({
      version: 2,
      active: false,
    });
    const { body } = await owner.get(`${list}/${id}/versions`);
    expect(body['versions']).toMatchObject([
      { version: 2, publishedBy: 'ana@loja.example', liveRuns: 0 },
      { version: 1, publishedBy: 'ana@loja.example', liveRuns: 0 },
    ]);
    expect((await owner.get(`${list}/${id}/versions/1`)).body['version']).toMatchObject({ definition: recovery });
    for (const version of ['3', '0', 'x', '99999999999'])
      expect((await owner.get(`${list}/${id}/versions/${version}`)).status).toBe(404);
  });

  test('[DEF8] errors in metatags block publishing and activating with the same body', async () => {
    const broken = recovery.replace('{{', '{{order.nothing}} {{');
    const id = await create({ kind: 'draft', text: broken });
    const blocked = await owner.post(`${list}/${id}/publish`, { revision: 1, active: true });
    expect(blocked).toMatchObject({ status: 422, body: blockedBody });
    expect(Object.keys(blocked.body)).toEqual(['success', 'code', 'message', 'validation']);
    expect((await owner.post(`${list}/${id}/publish`, { revision: 1, active: false })).status).toBe(200);
    expect(await owner.post(`${list}/${id}/active`, { active: true })).toMatchObject({
      status: 422,
      body: blockedBody,
    });
  });

  test('[EDT7] an active automation for the same people is found, and paused by the publication, with a log entry', async () => {
    const overlapping = async (question: object): Promise<unknown[]> =>
      ((await owner.post(`${list}/overlaps`, question)).body['overlaps'] as Listed[]).map((one) => one.automationId);
    const other = await create({ kind: 'text', text: recovery, activate: true });
    const id = await create({ kind: 'text', text: recovery, activate: false });
    expect(await overlapping({ automationId: id, text: recovery })).toContain(other);
    expect(await overlapping({ automationId: other })).not.toContain(other);
    expect(await overlapping({ text: recovery.replace('pix.generated', 'cart.abandoned') })).not.toContain(other);
    expect(await owner.code(owner.post(`${list}/${id}/publish`, { revision: 9, active: true, pause: [other] }))).toBe(
      'AUTOMATION_CHANGED',
    );
    expect(await listed(other)).toMatchObject({ active: true });
    expect((await owner.post(`${list}/${id}/publish`, { revision: 1, active: true, pause: [other] })).status).toBe(200);
    expect([(await listed(id))?.active, (await listed(other))?.active]).toEqual([true, false]);
    expect(await activity()).toContainEqual(['automation_switched_off', (await listed(other))?.name]);
    expect(await overlapping({ automationId: id, text: recovery })).not.toContain(other);
    expect((await owner.post(`${list}/${other}/active`, { active: true, pause: [id] })).status).toBe(200);
    expect([(await listed(id))?.active, (await listed(other))?.active]).toEqual([false, true]);
    const imported = await create({ kind: 'text', text: recovery, activate: true, pause: [other] });
    expect([(await listed(imported))?.active, (await listed(other))?.active]).toEqual([true, false]);
  });

  test('[EDT4] reports the runs in progress and the channels of the draft', async () => {
    const id = await create({ kind: 'text', text: recovery, activate: true });
    const runs = [1, 2].map(() => [randomUUID(), randomUUID()]);
    for (const [run, event] of runs)
      await service.context.db.query(
        `insert into runs (run_id, store_id, automation_id, version, event_id, status, started_at)
         values ($1, $2, $3, 1, $4, 'waiting', now())`,
        [run, service.storeId, id, event],
      );
    expect((await owner.get(`${list}/${id}/status`)).body).toMatchObject({
      liveRuns: [{ version: 1, runs: 2 }],
      channels: ['whatsapp', 'email'].map((channel) => ({
        channel,
        connected: false,
        isSandbox: false,
        lastError: null,
      })),
    });
  });

  test('[RUN16] deleting removes it from the list, and cancels its runs', async () => {
    const id = await create({ kind: 'text', text: recovery, activate: true });
    expect(await owner.code(owner.send('DELETE', `${list}/${id}`))).toBe(200);
    expect(await listed(id)).toBeUndefined();
    expect((await owner.get(`${list}/${id}`)).status).toBe(404);
    const { rows } = await service.context.db.query(
      'select kind, requested_by as by from run_operations where automation_id = $1',
      [id],
    );
    expect(rows).toEqual([{ kind: 'cancel', by: 'ana@loja.example' }]);
  });
});

test('[AUT6] changes are audited, with the automation’s name', async () => {
  const id = await create({ kind: 'text', text: recovery, activate: true });
  await owner.post(`${list}/${id}/active`, { active: false });
  await owner.post(`${list}/${id}/active`, { active: true });
  await owner.send('DELETE', `${list}/${id}`);
  const { name } = JSON.parse(recovery) as Flow;
  expect((await activity()).slice(0, 5)).toEqual([
    ['automation_deleted', name],
    ['automation_switched_on', name],
    ['automation_switched_off', name],
    ['automation_published', name],
    ['automation_created', name],
  ]);
});

describe('[AUT5] permissions', () => {
  test('a reader can read, and change nothing', async () => {
    const id = await create({ kind: 'text', text: recovery, activate: true });
    for (const looked of [list, `${list}/${id}`, `${list}/${id}/status`, `${list}/${id}/versions`])
      expect((await reader.get(looked)).status).toBe(200);
    const calls = [
      reader.post(list, { source: scratch }),
      reader.send('PUT', `${list}/${id}/draft`, { text: recovery, revision: 1 }),
      reader.post(`${list}/${id}/publish`, { revision: 1 }),
      reader.post(`${list}/${id}/active`, { active: false }),
      reader.post(`${list}/${id}/duplicate`, { name: 'Outra' }),
      reader.send('DELETE', `${list}/${id}`),
    ];
    for (const call of calls) expect(await reader.code(call)).toBe('NOT_ALLOWED');
    expect(await listed(id)).toMatchObject({ active: true, revision: 1, publishedVersion: 1 });
  });

  test('an automation of another store is not found', async () => {
    const { storeId } = await createStore(service.context.db, 'Outra');
    const id = await create({ kind: 'text', text: recovery, activate: true });
    await service.context.db.query('update automations set store_id = $2 where automation_id = $1', [id, storeId]);
    for (const one of [id, randomUUID(), 'nada']) {
      const calls = [
        owner.get(`${list}/${one}`),
        owner.get(`${list}/${one}/status`),
        owner.get(`${list}/${one}/versions`),
        owner.get(`${list}/${one}/versions/1`),
        owner.send('PUT', `${list}/${one}/draft`, { text: recovery, revision: 1 }),
        owner.post(`${list}/${one}/publish`, { revision: 1 }),
        owner.post(`${list}/${one}/active`, { active: false }),
        owner.post(`${list}/${one}/duplicate`, { name: 'Outra' }),
        owner.send('DELETE', `${list}/${one}`),
      ];
      for (const call of calls) expect((await call).status).toBe(404);
    }
    expect(await listed(id)).toBeUndefined();
  });
});

test('the list reports each automation’s results of the last 30 days only', async () => {
  const id = await create({ kind: 'text', text: recovery, activate: true });
  const query = (sql: string, values: unknown[]) => service.context.db.query(sql, values);
  for (const daysAgo of [1, 40]) {
    const [order, event] = [randomUUID(), randomUUID()];
    const run = firstIdOf(Date.now() - daysAgo * 86_400_000).replace('8000-000000000000', randomUUID().slice(19));
    const at = `now() - make_interval(days => ${daysAgo})`;
    await query(
      `insert into orders (order_id, store_id, status, status_at, paid_at, total_cents)
       values ($1, $2, 'paid', ${at}, ${at} + interval '1 hour', 11970)`,
      [order, service.storeId],
    );
    await query(
      `insert into events (event_id, store_id, type, order_id, occurred_at, data)
       values ($1, $2, 'pix.generated', $3, ${at}, '{}')`,
      [event, service.storeId, order],
    );
    await query(
      `insert into runs (run_id, store_id, automation_id, version, event_id, status, started_at, finished_at)
       values ($1, $2, $3, 1, $4, 'completed', ${at}, ${at})`,
      [run, service.storeId, id, event],
    );
    await query(
      `insert into messages (run_id, message_key, store_id, channel, connection_id, state, due_at, settled_at)
       values ($1, 'steps[0]#1', $2, 'whatsapp', $3, 'delivered', ${at}, ${at})`,
      [run, service.storeId, randomUUID()],
    );
  }
  const expected = { entered: 1, messages: 1, failed: 0, paidOrders: 1, recoveredCents: 11970 };
  const results = async (): Promise<unknown> => {
    const presented = (await listed(id))!.results;
    // A count that took long is shown for an hour, and that of an earlier test may end late and lack these rows.
    if (presented && presented.entered !== expected.entered) {
      service.pass(61 * 60_000);
      await owner.unlock();
    }
    return presented;
  };
  // On a busy machine the counts may not be ready.
  await expect.poll(results).toEqual(expected);
});
