import type { Flow } from '@retoma/flow';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { arbitraryBrokenFlow } from '../../../../../flow/src/testing/broken-definition.ts';
import { longPropertyRuns } from '../../../../../flow/src/testing/long-property.ts';
import { startTestService, type TestService } from '../../../testing/test-service.ts';
import type { PanelAnswer } from '../../../panel-contract.ts';
import { newUser, PanelBrowser, password } from '../../../app/http/panel/testing/browser.ts';

const drafts = longPropertyRuns(200);

let service: TestService;
let owner: PanelBrowser;
let list: string;
beforeAll(async () => {
  service = await startTestService();
  await newUser(service, 'ana@loja.example', 'owner');
  owner = new PanelBrowser(service);
  await owner.post('/sign-in', { email: 'ana@loja.example', password });
  list = `/stores/${service.storeId}/automations`;
});
afterAll(() => service.stop());

const sound = {
  name: 'Recuperar PIX',
  trigger_event: 'pix.generated',
  settings: { stopOn: 'payment.confirmed' },
  steps: [{ type: 'action', id: 'a', name: 'send_sms', data: { message: 'Oi' } }],
};
const withSteps = (...steps: unknown[]): object => ({ ...sound, steps });
const rule = { field: 'payment_status', operator: '=', value: 'paid' };

type FullAutomation = PanelAnswer<'readAutomation'>['automation'];
const read = async (id: string): Promise<FullAutomation> =>
  (await owner.get(`${list}/${id}`)).body['automation'] as FullAutomation;
const create = async (definition: object): Promise<string> => {
  const source = { kind: 'draft', text: JSON.stringify(definition) };
  const { status, body } = await owner.post(list, { source });
  expect(status).toBe(200);
  return body['automationId'] as string;
};

/** Every request that a page sends for an automation while it is viewed and edited; none may fail. */
async function askAll(id: string, definition: unknown): Promise<void> {
  const one = `${list}/${id}`;
  for (const path of [one, `${one}/status`, `${one}/versions`, `${one}/copilot`, list])
    expect((await owner.get(path)).status, path).toBe(200);
  for (const days of [7, 30]) expect((await owner.get(`${one}/results/steps?days=${days}`)).status).toBeLessThan(500);
  const text = JSON.stringify(definition);
  const { revision } = await read(id);
  const answers = await Promise.all([
    owner.post(`${list}/overlaps`, { text }),
    owner.post(`${list}/overlaps`, { automationId: id }),
    owner.post(`${one}/copilot`, { kind: 'explain', text: '', definition }),
    owner.post(`${one}/copilot`, { kind: 'review', text: '', definition }),
    owner.post(`${one}/duplicate`, { name: 'Cópia' }),
    owner.post(`${one}/active`, { active: true }),
    owner.post(`${one}/publish`, { revision, active: false }),
  ]);
  expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
}

describe('[EDT9] any JSON object is a draft that every endpoint accepts', () => {
  test.each<[string, object, string[]]>([
    ['an unknown trigger', { ...sound, trigger_event: 'order.exploded' }, ['trigger_event']],
    ['a condition without a shape', withSteps({ type: 'condition', id: 'c' }), ['steps[0].branches']],
    [
      'a null rule',
      withSteps({ type: 'condition', id: 'c', branches: [{ id: 'b', conditions: [null, rule], steps: [] }] }),
      ['steps[0].branches[0].conditions[0]'],
    ],
    ['an empty branch', withSteps({ type: 'condition', id: 'c', branches: [{}] }), ['steps[0].branches[0]']],
    ['wrong types', { ...sound, name: 7, settings: 'x', steps: {} }, ['name', 'settings', 'steps']],
    ['steps that are none', withSteps(null, 3, { type: 'dance' }), ['steps[0]', 'steps[1]', 'steps[2].type']],
    ['nothing at all', {}, ['name', 'trigger_event', 'steps']],
  ])('%s', async (_name, definition, paths) => {
    const id = await create(definition);
    const { draft, problems } = await read(id);
    expect(JSON.parse(draft)).toMatchObject(definition);
    expect(problems.errors).toBeGreaterThanOrEqual(paths.length);
    const { body, status } = await owner.post(`${list}/${id}/publish`, { revision: 1 });
    expect(status).toBe(400);
    const { details } = body['error'] as { details: { issues: { path: string }[] } };
    expect(details.issues.map(({ path }) => path)).toEqual(expect.arrayContaining(paths));
    await askAll(id, definition);
  });

  test(`${drafts} broken flows, saved as successive drafts`, async () => {
    const id = await create(sound);
    let saved = 0;
    for (const value of fc.sample(arbitraryBrokenFlow, { seed: 20_260_105, numRuns: drafts })) {
      const text = JSON.stringify(value);
      const { revision } = await read(id);
      const { status } = await owner.send('PUT', `${list}/${id}/draft`, { text, revision });
      expect(status, text).toBeLessThan(500);
      if (status !== 200) continue;
      // Copying each time would make the list longer and longer.
      if (saved++ % 20 === 0) await askAll(id, value);
      const one = `${list}/${id}`;
      for (const path of [one, `${one}/status`]) expect((await owner.get(path)).status, text).toBe(200);
      const question = { kind: 'explain', text: '', definition: value };
      expect((await owner.post(`${one}/copilot`, question)).status, text).toBeLessThan(500);
      expect((await owner.post(`${list}/overlaps`, { text })).status, text).toBe(200);
    }
    expect(saved).toBeGreaterThan(drafts * 0.75);
  }, 120_000);

  test('[EDT1] a draft without a known trigger does not change the published version’s trigger', async () => {
    const id = await create(sound);
    await owner.post(`${list}/${id}/publish`, { revision: 1, active: true });
    const save = (definition: Partial<Flow> | object, revision: number) =>
      owner.send('PUT', `${list}/${id}/draft`, { text: JSON.stringify(definition), revision });
    expect((await save({ ...sound, trigger_event: 'order.exploded' }, 1)).status).toBe(200);
    expect(await read(id)).toMatchObject({ triggerEvent: 'pix.generated', active: true, hasChanges: true });
    await save({ ...sound, settings: {}, trigger_event: 'lead.created' }, 2);
    expect(await read(id)).toMatchObject({ triggerEvent: 'pix.generated' });
    expect((await owner.post(`${list}/${id}/publish`, { revision: 3 })).status).toBe(200);
    expect(await read(id)).toMatchObject({ triggerEvent: 'lead.created' });
    const unnamed = await create({ ...sound, trigger_event: 5 });
    expect(await read(unnamed)).toMatchObject({ triggerEvent: null });
  });
});
