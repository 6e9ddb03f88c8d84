import fs from 'node:fs';
import { saveAutomation } from '../../automations/save-automation.ts';
import type { Database } from '../../db/pool.ts';
import { automationList } from '../../db/queries/automations.ts';
import { connectionListActive } from '../../db/queries/connections.ts';
import type { ApiKeys } from '../../stores/api-key.ts';
import { connectionChannels, setConnection } from '../../stores/connections.ts';
import { ensureDemoStore, type DemoStore } from '../../stores/manage-stores.ts';

const automation = new URL('recover-pix.json', import.meta.url);

/**
 * The demo store, ready to send: every channel without a connection gets the sandbox, and a store without an automation gets
 * one, published and active. What somebody changed stays.
 */
export async function ensureDemo(db: Database, keys: ApiKeys): Promise<DemoStore> {
  const demo = await ensureDemoStore(db, keys);
  const { storeId } = demo;
  const connected = new Set((await connectionListActive(db, [storeId])).map(({ channel }) => channel));
  for (const channel of connectionChannels) {
    if (!connected.has(channel)) await setConnection(db, storeId, { channel, provider: 'sandbox', perMinute: null });
  }
  if ((await automationList(db, storeId)).length === 0) {
    const text = fs.readFileSync(automation, 'utf8');
    const saved = await saveAutomation({ db, mode: 'block', by: 'demo' }, { storeId, text, publish: true });
    if (!saved.ok) throw new Error(`the automation of the demo store is refused: ${saved.code}`);
  }
  return demo;
}
