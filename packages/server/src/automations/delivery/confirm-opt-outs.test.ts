import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Delivered } from '../../providers/channels/provider.ts';
import { minute } from '../../testing/engine-reading.ts';
import { ana, startTestEngine, type TestEngine } from '../../testing/test-engine.ts';
import { receiveInbound } from './inbound/receive-inbound.ts';

let service: TestEngine;
let inboundCount: number;
const begin = async (deduplicates = true): Promise<void> => {
  service = await startTestEngine({ deduplicates });
  inboundCount = 0;
};
beforeEach(() => begin());
afterEach(() => service.stop());

async function reply(text: string, { channel = 'sms', from = ana.phone } = {}): Promise<void> {
  const { rows } = await service.db.query<{ connection_id: string }>(
    'select connection_id from connections where store_id = $1 and channel = $2',
    [service.storeId, channel],
  );
  await receiveInbound(service.engine, {
    connectionId: rows[0]!.connection_id,
    inboundId: `in ${inboundCount++}`,
    kind: 'reply',
    at: service.now(),
    text,
    from,
  });
}
const sent = () => service.delivered.map(({ channel, to, content }) => ({ channel, to, content }));
const confirmations = async (): Promise<unknown[]> =>
  (await service.db.query('select state, attempts, recipient from opt_out_confirmations')).rows;
const answers = (...outcomes: Delivered[]): void => {
  service.script.deliver = () => outcomes.shift() ?? { outcome: 'sent' };
};

describe('[COM8] an opt-out by reply', () => {
  test('is confirmed once, in one SMS without accents, also after repeated opt-outs', async () => {
    await reply('SAIR');
    await reply('Parar');
    await service.settle();
    await reply('SAIR');
    await service.settle();
    expect(sent()).toEqual([
      {
        channel: 'sms',
        to: '+5511987654321',
        content: {
          message: expect.stringMatching(
            /: voce nao vai receber mais mensagens por aqui\. .* responda VOLTAR\.$/,
          ) as string,
        },
      },
    ]);
    expect(await confirmations()).toEqual([{ state: 'sent', attempts: 1, recipient: null }]);
  });

  test('is confirmed on WhatsApp with its own text', async () => {
    await reply('sair', { channel: 'whatsapp', from: '5511987654321@s.whatsapp.net' });
    await service.settle();
    expect(sent()).toMatchObject([{ channel: 'whatsapp', to: '+5511987654321', content: { type: 'text' } }]);
  });

  test('is confirmed again after an opt-in and a new opt-out', async () => {
    await reply('SAIR');
    await service.settle();
    await reply('VOLTAR');
    await reply('SAIR');
    await service.settle();
    expect(sent()).toHaveLength(2);
  });

  test('is not confirmed if the number is unknown', async () => {
    await reply('SAIR', { channel: 'whatsapp', from: '123456789012@lid' });
    await service.settle();
    expect(sent()).toEqual([]);
  });

  test('is confirmed later if the provider asks for that, and finally not at all', async () => {
    answers(...Array.from({ length: 9 }, (): Delivered => ({ outcome: 'later', reason: 'BUSY' })));
    await reply('SAIR');
    for (let turn = 0; turn < 8; turn++) {
      await service.settle();
      service.pass(60 * minute);
    }
    expect(await confirmations()).toEqual([{ state: 'failed', attempts: 5, recipient: null }]);
  });
});

describe('[RUN13] a confirmation with an unknown outcome', () => {
  const lose = async (): Promise<void> => {
    await reply('SAIR');
    // A worker claimed it and died.
    await service.db.query("update opt_out_confirmations set state = 'sending', attempts = 1");
    await service.settle();
  };

  test('is sent again under its key if the provider deduplicates', async () => {
    await lose();
    expect(sent()).toHaveLength(1);
    expect(await confirmations()).toMatchObject([{ state: 'sent', attempts: 2 }]);
  });

  test('is not sent again if the provider does not deduplicate', async () => {
    await service.stop();
    await begin(false);
    await lose();
    expect(sent()).toEqual([]);
    expect(await confirmations()).toMatchObject([{ state: 'unknown', recipient: null }]);
  });
});
