import { walkFlow, type Flow } from '@retoma/flow';
import { flowTemplates } from '@retoma/flow/templates';
import { describe, expect, test } from 'vitest';
import { MailThread } from '../../server/src/providers/channels/email/thread/mail-thread.ts';
import { automationFind } from '../../server/src/automations/definitions/queries/automations.ts';
import { storeUpdate } from '../../server/src/stores/queries/stores.ts';
import { newId } from '../../server/src/base/ids.ts';
import { createStore } from '../../server/src/stores/manage-stores.ts';
import type { Ran } from './testing/run-cli.ts';
import { useCli } from './testing/use-cli.ts';

const cli = useCli();

const retoma = (...args: string[]): Promise<Ran> => cli.run(args);

describe('retoma automation template', () => {
  test('list shows every template in the requested language, as text and as JSON', async () => {
    const [people, programs] = await Promise.all([
      retoma('automation', 'template', 'list'),
      retoma('automation', 'template', 'list', '--json', '--lang', 'en'),
    ]);
    expect(people.stdout).toContain('pix-two-reminders: Lembrete de PIX em dois toques\n');
    expect(people.stdout).toContain('\n  PIX gerado · WhatsApp, E-mail\n');
    const { templates } = JSON.parse(programs.stdout) as { templates: { name: string }[] };
    expect(templates.map(({ name }) => name)).toEqual(flowTemplates.map(({ name }) => name));
    expect(templates[0]).toMatchObject({
      title: 'PIX reminder in two touches',
      trigger: 'pix.generated',
      channels: ['whatsapp', 'email'],
      story: [{ at: 0, text: expect.stringContaining('Beatriz') as string }, { at: 30 }, { at: 780 }],
    });
  });

  test('use publishes an automation with the store as the e-mail sender, and reports unconnected channels', async () => {
    const { storeId } = await createStore(cli.db, 'Loja da Ana');
    await storeUpdate(cli.db, storeId, { email: 'oi@ana.example' });
    await retoma('connection', 'set', '--store', storeId, '--channel', 'whatsapp', '--provider', 'sandbox');
    const use = ['automation', 'template', 'use', 'pix-two-reminders', '--store', storeId];
    const { code, stdout } = await retoma(...use, '--publish', '--json');
    expect(code).toBe(0);
    const answer = JSON.parse(stdout) as { automationId: string };
    expect(answer).toMatchObject({
      name: 'Lembrete de PIX em dois toques',
      publishedVersion: 1,
      active: true,
      unconnected: ['email'],
    });
    const automation = await automationFind(cli.db, storeId, answer.automationId);
    const senders = [...walkFlow(JSON.parse(automation!.draft) as Flow)].flatMap(({ step }) =>
      step.type === 'action' && step.name === 'send_email' ? [step.data] : [],
    );
    expect(senders).toMatchObject([{ remetente_nome: 'Loja da Ana', remetente_email: 'oi@ana.example' }]);
  });

  test('without --publish it creates a draft; a template without e-mails needs no sender', async () => {
    const { storeId } = await createStore(cli.db, 'Loja sem e-mail');
    const { code, stdout } = await retoma('automation', 'template', 'use', 'card-refused-sms', '--store', storeId);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/, rascunho\nSMS não está conectado/)]);
  });

  test('an unknown template, an unknown store and a missing sender are refused', async () => {
    const { storeId } = await createStore(cli.db, 'Loja sem e-mail');
    const use = (name: string, store: string) =>
      retoma('automation', 'template', 'use', name, '--store', store, '--json');
    const answers = await Promise.all([
      use('pix', storeId),
      use('card-refused-sms', newId()),
      use('thank-you', storeId),
    ]);
    expect(answers.map(({ code, stdout }) => [code, (JSON.parse(stdout) as { error: string }).error])).toEqual([
      [1, 'TEMPLATE_NOT_FOUND'],
      [1, 'STORE_NOT_FOUND'],
      [1, 'SENDER_MISSING'],
    ]);
  });
});

test('every e-mail of a template compiles to HTML', async () => {
  const mailThread = new MailThread();
  const texts = flowTemplates.flatMap(({ flow }) =>
    [...walkFlow(flow)].flatMap(({ step }) =>
      step.type === 'action' && step.name === 'send_email' ? [step.data.html ?? ''] : [],
    ),
  );
  expect(texts.length).toBeGreaterThan(8);
  for (const text of texts) {
    const compiled = await mailThread.compile('', text);
    expect(compiled).toMatchObject({ ok: true, html: expect.stringContaining('{{store.unsubscribe_url}}') as string });
  }
  await mailThread.close();
});
