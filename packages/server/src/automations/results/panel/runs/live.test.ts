import { afterAll, beforeAll, expect, test } from 'vitest';
import { RunUpdatePublisher } from '../../../engine/publish-run-updates.ts';
import { startTestService, type TestService } from '../../../../testing/test-service.ts';
import { newUser, PanelBrowser, password } from '../../../../app/http/panel/testing/browser.ts';

let service: TestService;
let browser: PanelBrowser;
beforeAll(async () => {
  service = await startTestService();
  await newUser(service, 'ana@loja.example', 'reader');
  browser = new PanelBrowser(service);
  await browser.post('/sign-in', { email: 'ana@loja.example', password });
});
afterAll(() => service.stop());

const live = (storeId: string, cookie = browser.cookie): Promise<Response> =>
  fetch(`${service.baseUrl}/panel/api/stores/${storeId}/live`, { headers: cookie ? { cookie } : {} });

/** Reads until the text of a stream contains `wanted`. */
async function readUntil(reader: ReadableStreamDefaultReader<Uint8Array>, wanted: string): Promise<string> {
  let text = '';
  while (!text.includes(wanted)) text += new TextDecoder().decode((await reader.read()).value);
  return text;
}

test('[COM5] an open page gets the changed runs of its store, from any process', async () => {
  const stream = await live(service.storeId);
  expect(stream.headers.get('content-type')).toBe('text/event-stream');
  const reader = stream.body!.getReader();
  const first = await readUntil(reader, 'data: ');
  expect(first).toMatch(/id: \d+\nevent: runs\ndata: {"runIds":\[\]}/);
  const runId = '01890000-0000-7000-8000-000000000001';
  const moved = new RunUpdatePublisher(service.context.db);
  moved.note([{ run: { runId: '01890000-0000-7000-8000-000000000002', storeId: runId } }]);
  moved.note([{ run: { runId, storeId: service.storeId } }]);
  expect(await readUntil(reader, runId)).toContain(`data: {"runIds":["${runId}"]}`);
  // Too many to name, so the update contains no ids.
  const many = Array.from({ length: 101 }, (_, index) => ({ run: { runId: `r${index}`, storeId: service.storeId } }));
  moved.note(many);
  expect(await readUntil(reader, '\n\n')).toContain('data: {"runIds":[]}');
  await moved.stop();
  await reader.cancel();
});

test('[AUT5] no member gets updates of another store', async () => {
  expect((await live(service.storeId, '')).status).toBe(401);
  expect((await live('01890000-0000-7000-8000-000000000000')).status).toBe(404);
});
