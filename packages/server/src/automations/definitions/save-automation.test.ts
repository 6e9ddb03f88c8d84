import { unaudited } from '../../members/audit/testing/unaudited.ts';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Flow } from '@retoma/flow';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MailThread } from '../../providers/channels/email/thread/mail-thread.ts';
import { openPool, type Database } from '../../base/postgres/pool.ts';
import { automationDelete, automationFind, automationList, automationVersionList } from './queries/automations.ts';
import { createStore } from '../../stores/manage-stores.ts';
import { cloneDatabase } from '../../testing/test-service.ts';
import { automationCodes } from './codes.ts';
import { refusalBody } from './refusal.ts';
import { publishAutomation, saveAutomation, type Saved } from './save-automation.ts';
import type { Automations } from './automation-deps.ts';
import { setAutomationActive } from './switch-automation.ts';

const samples = path.resolve(import.meta.dirname, '../../../../flow/samples');
const sample = (name: string): string => readFileSync(path.join(samples, name, 'flow.json'), 'utf8');
const recovery = sample('pix-recovery');
/** The same flow with an unknown metatag. */
const broken = recovery.replace('{{', '{{order.nothing}} {{');

let database: Awaited<ReturnType<typeof cloneDatabase>>;
let db: Database;
let storeId: string;
let automations: Automations;

beforeAll(async () => {
  database = await cloneDatabase();
  db = openPool(database.url, 5, () => {});
  ({ storeId } = await createStore(db, 'Loja'));
  automations = { db, mode: 'block' };
});
afterAll(async () => {
  await db.end();
  await database.drop();
});

const saved = (outcome: Awaited<ReturnType<typeof saveAutomation>>): Saved => {
  if (!outcome.ok) throw new Error(JSON.stringify(outcome));
  return outcome;
};

describe('e-mails that no recipient would get', () => {
  const mailThread = new MailThread();
  afterAll(() => mailThread.close());
  const column = (content: string): string =>
    `<mjml><mj-body><mj-section><mj-column>${content}</mj-column></mj-section></mj-body></mjml>`;
  const textWith = (html: string): string =>
    JSON.stringify({
      name: 'E-mail',
      trigger_event: 'payment.confirmed',
      steps: [
        { type: 'delay', minutes: 1 },
        {
          type: 'action',
          name: 'send_email',
          data: { remetente_nome: 'Loja', remetente_email: 'a@loja.example', subject: 'Oi!', html },
        },
      ],
    });

  test.each([
    ['an unknown element', '<mjml><mj-body><mj-foo></mj-body>', false],
    [
      'a result that is too large',
      column(`<mj-carousel>${'<mj-carousel-image src="a"/>'.repeat(5_000)}</mj-carousel>`),
      true,
    ],
  ])(
    '[EDT1] %s is not published, and may be saved as a draft where only the compiler knows',
    async (_, html, saves) => {
      const compiling = { ...automations, mailThread };
      const refused = {
        ok: false,
        code: 'AUTOMATION_INVALID',
        structure: [{ path: 'steps[1].data.html', code: 'INVALID_CONTENT', severity: 'error' }],
      };
      const request = { storeId, text: textWith(html) };
      expect(await saveAutomation(compiling, { ...request, publish: 'active' }, unaudited)).toMatchObject(refused);
      const draft = await saveAutomation(compiling, request, unaudited);
      expect(draft.ok).toBe(saves);
      if (!draft.ok) return;
      const { automationId } = draft.automation;
      expect(await publishAutomation(compiling, storeId, automationId, {}, unaudited)).toMatchObject(refused);
      expect((await automationFind(db, storeId, automationId))!.publishedVersion).toBe(null);
    },
  );

  test('[TAG6] MJML with the line ends of Windows, a declaration and a doctype is published; an error has its line', async () => {
    const html = `<?xml version="1.0"?>\r\n<!DOCTYPE mjml>\r\n${column('\r\n<mj-text>Oi</mj-text>\r\n')}`;
    const compiling = { ...automations, mailThread };
    const published = await saveAutomation(compiling, { storeId, text: textWith(html), publish: true }, unaudited);
    expect(saved(published).automation.publishedVersion).toBe(1);
    const wrong = html.replaceAll('mj-text', 'mj-texto');
    expect(await saveAutomation(compiling, { storeId, text: textWith(wrong) }, unaudited)).toMatchObject({
      structure: [{ message: expect.stringContaining('linha 4: <mj-texto> não existe, use <mj-text>') }],
    });
  });

  test('[EDT1] an e-mail with metatags anywhere is published', async () => {
    const text = textWith(
      column('<mj-image src="{{store.logo}}" /><mj-text>{{order.items}}</mj-text>{{order.items_html}}'),
    );
    const published = await saveAutomation({ ...automations, mailThread }, { storeId, text, publish: true }, unaudited);
    expect(saved(published).automation.publishedVersion).toBe(1);
  });
});

describe('saving', () => {
  test('[EDT1] an import creates a draft: not published, not active', async () => {
    const { automation } = saved(await saveAutomation(automations, { storeId, text: recovery }, unaudited));
    expect(automation).toMatchObject({ storeId, draftRevision: 1, active: false, publishedVersion: null });
    expect(await automationFind(db, storeId, automation.automationId)).toEqual(automation);
    expect((await automationList(db, storeId)).map(({ automationId }) => automationId)).toContain(
      automation.automationId,
    );
  });

  test('[DEF2] steps without an id get one, existing ids stay; a complete text keeps its bytes', async () => {
    const first = saved(await saveAutomation(automations, { storeId, text: sample('pix-recovery-flat') }, unaudited))
      .automation.draft;
    const minimal = {
      ...(JSON.parse(first) as Flow),
      steps: [
        { type: 'delay', minutes: 5 },
        { type: 'end', id: 'fim' },
      ],
    };
    const draft = JSON.parse(
      saved(await saveAutomation(automations, { storeId, text: JSON.stringify(minimal) }, unaudited)).automation.draft,
    ) as Flow;
    expect(draft.steps.map(({ id }) => id)).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), 'fim']);
    const complete = `  ${JSON.stringify(draft, null, 5)}\n`;
    expect(saved(await saveAutomation(automations, { storeId, text: complete }, unaudited)).automation.draft).toBe(
      complete,
    );
  });

  test('an outdated draft does not overwrite, and another store’s automation is not found', async () => {
    const { automationId } = saved(
      await saveAutomation(automations, { storeId, text: recovery }, unaudited),
    ).automation;
    const change = (revision: number, store = storeId) =>
      saveAutomation(automations, { storeId: store, text: recovery, existing: { automationId, revision } }, unaudited);
    expect(saved(await change(1)).automation.draftRevision).toBe(2);
    expect(await change(1)).toMatchObject({ ok: false, code: 'AUTOMATION_CHANGED' });
    const { storeId: other } = await createStore(db, 'Outra');
    expect(await change(2, other)).toMatchObject({ ok: false, code: 'AUTOMATION_NOT_FOUND' });
  });

  test('a name that a column cannot hold is stored unchanged in the definition', async () => {
    const text = JSON.stringify({ ...(JSON.parse(recovery) as Flow), name: 'a\u0000\ud800' });
    const { automation } = saved(await saveAutomation(automations, { storeId, text }, unaudited));
    expect(automation.name).toBe('a\ufffd\ufffd');
    expect((JSON.parse(automation.draft) as Flow).name).toBe('a\u0000\ud800');
  });
});

describe('refusals', () => {
  test('[DEF8] structural violations are 400, with path, line and column', async () => {
    const refused = await saveAutomation(
      { ...automations, mode: 'off' },
      { storeId, text: sample('out-of-range') },
      unaudited,
    );
    if (refused.ok) throw new Error('it was saved');
    expect(automationCodes[refused.code].status).toBe(400);
    expect(refusalBody(refused)).toMatchObject({
      success: false,
      error: {
        code: 'AUTOMATION_INVALID',
        details: {
          issues: expect.arrayContaining([
            expect.objectContaining({ code: 'OUT_OF_RANGE', line: expect.any(Number) as number }),
          ]) as unknown,
        },
      },
    });
  });

  test('[DEF8] template errors of an active automation are 422 in mode block, with the specification’s body', async () => {
    const refused = await saveAutomation(automations, { storeId, text: broken }, unaudited);
    if (refused.ok) throw new Error('it was saved');
    expect(automationCodes[refused.code].status).toBe(422);
    expect(refusalBody(refused, 'en')).toEqual({
      success: false,
      code: 'AUTOMATION_TEMPLATE_VALIDATION_FAILED',
      message: automationCodes.AUTOMATION_TEMPLATE_VALIDATION_FAILED.en,
      validation: {
        valid: false,
        totalErrors: 1,
        totalWarnings: expect.any(Number) as number,
        steps: [
          expect.objectContaining({
            errors: [expect.objectContaining({ code: 'UNKNOWN_METATAG', metatag: 'order.nothing' })],
          }),
        ],
      },
    });
  });

  test('[DEF8] in mode warn, or if inactive, they are saved and reported; in mode off they are not checked', async () => {
    const warned = saved(await saveAutomation({ ...automations, mode: 'warn' }, { storeId, text: broken }, unaudited));
    expect(warned.validation._validation?.totalErrors).toBe(1);
    const inactive = JSON.stringify({ ...(JSON.parse(broken) as Flow), active: false });
    expect(
      saved(await saveAutomation(automations, { storeId, text: inactive }, unaudited)).validation._validation
        ?.totalErrors,
    ).toBe(1);
    expect(
      saved(await saveAutomation({ ...automations, mode: 'off' }, { storeId, text: broken }, unaudited)).validation,
    ).not.toHaveProperty('_validation');
  });
});

describe('publishing', () => {
  test('[EDT1] each publication is a version that never changes, while the draft can change', async () => {
    const { automationId } = saved(
      await saveAutomation(automations, { storeId, text: recovery, publish: true }, unaudited),
    ).automation;
    const renamed = recovery.replace(/"name": "/, '"name": "Nova ');
    saved(
      await saveAutomation(automations, { storeId, text: renamed, existing: { automationId, revision: 1 } }, unaudited),
    );
    const published = saved(await publishAutomation(automations, storeId, automationId, {}, unaudited));
    expect(published.automation).toMatchObject({ publishedVersion: 2, active: true });
    const versions = await automationVersionList(db, storeId, automationId);
    expect(versions.map(({ version, definition }) => [version, definition.includes('Nova ')])).toEqual([
      [2, true],
      [1, false],
    ]);
    await expect(db.query(`update automation_versions set definition = '{}'`)).rejects.toThrow('never changes');
  });

  test('two concurrent publications create two versions', async () => {
    const { automationId } = saved(
      await saveAutomation(automations, { storeId, text: recovery }, unaudited),
    ).automation;
    const both = await Promise.all(
      [1, 2].map(() => publishAutomation(automations, storeId, automationId, {}, unaudited)),
    );
    expect(both.map((each) => saved(each).automation.publishedVersion!).toSorted((a, b) => a - b)).toEqual([1, 2]);
  });

  test('[RUN16] active switches the published version on and off; a draft alone cannot be switched on', async () => {
    const { automationId } = saved(
      await saveAutomation(automations, { storeId, text: recovery }, unaudited),
    ).automation;
    expect(await setAutomationActive(automations, storeId, automationId, { active: true }, unaudited)).toMatchObject({
      ok: false,
      code: 'AUTOMATION_NOT_PUBLISHED',
    });
    saved(await publishAutomation(automations, storeId, automationId, {}, unaudited));
    expect(await setAutomationActive(automations, storeId, automationId, { active: false }, unaudited)).toEqual({
      ok: true,
    });
    expect((await automationFind(db, storeId, automationId))?.active).toBe(false);
    expect(await setAutomationActive(automations, storeId, automationId, { active: true }, unaudited)).toEqual({
      ok: true,
    });
    expect((await automationFind(db, storeId, automationId))?.active).toBe(true);
    expect(await setAutomationActive(automations, storeId, randomUUID(), { active: true }, unaudited)).toMatchObject({
      code: 'AUTOMATION_NOT_FOUND',
    });
  });

  test('[DEF8] switching on a version with template errors is refused in mode block', async () => {
    const inactive = JSON.stringify({ ...(JSON.parse(broken) as Flow), active: false });
    const { automationId } = saved(
      await saveAutomation(automations, { storeId, text: inactive, publish: true }, unaudited),
    ).automation;
    expect(await setAutomationActive(automations, storeId, automationId, { active: true }, unaudited)).toMatchObject({
      ok: false,
      code: 'AUTOMATION_TEMPLATE_VALIDATION_FAILED',
    });
  });

  test('a deleted automation is not found, and its versions remain for the runs in progress', async () => {
    const { automationId } = saved(
      await saveAutomation(automations, { storeId, text: recovery, publish: true }, unaudited),
    ).automation;
    expect(await automationDelete(db, storeId, automationId)).toBe(true);
    expect(await automationDelete(db, storeId, automationId)).toBe(false);
    expect(await automationFind(db, storeId, automationId)).toBeUndefined();
    expect(await automationVersionList(db, storeId, automationId)).toHaveLength(1);
  });
});

test('every code has a status and a text in two languages', () => {
  for (const { status, en, 'pt-BR': pt } of Object.values(automationCodes)) {
    expect(status).toBeGreaterThanOrEqual(400);
    expect(pt).not.toBe(en);
  }
});
