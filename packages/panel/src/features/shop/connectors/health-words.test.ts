import { expect, test } from 'vitest';
import { healthWords } from './health-words.ts';
import type { Shop } from './shops-data.ts';
import { texts } from './texts.ts';

const now = Date.parse('2026-11-29T12:00:00Z');
const since = '2026-11-29T09:00:00Z';
const words = (health: Partial<Shop['health']>): readonly [string, string | null] => {
  const whole = { code: 'working', since, everyMinutes: 5, ...health } as const;
  const { tone, text } = healthWords(whole, texts['pt-BR'], { now, ago: () => 'há 2 min.', locale: 'pt-BR' });
  return [tone, text];
};

test('[CON12] the health of a connection says what is so, for how long and what to do', () => {
  expect(words({})).toEqual(['ok', 'Tudo certo. Último aviso da loja: há 2 min.']);
  expect(words({ since: null })).toEqual([
    'ok',
    'Tudo certo. Nenhum aviso da loja ainda; buscando pedidos a cada 5 min.',
  ]);
  expect(words({ code: 'quiet' })).toEqual(['ok', 'Sem notícias da loja há 3 h; buscando pedidos a cada 5 min.']);
  expect(words({ code: 'quiet', everyMinutes: 1 })[1]).toContain('a cada 1 min.');
  expect(words({ code: 'unreachable' })[1]).toContain('não responde há 3 h.');
  expect(words({ code: 'unreachable', since: '2026-11-29T11:59:50Z' })[1]).toContain('há 1 min.');
  expect(words({ code: 'reconnect', since: '2026-11-20T09:00:00Z' })[0]).toBe('bad');
  expect(words({ code: 'reading' })[1]).toBeNull();
});

test('[CON12] only a shop that refuses the access asks to be connected again', () => {
  const codes = ['reading', 'working', 'quiet', 'unreachable', 'suspended', 'reconnect', 'uninstalled'] as const;
  const clock = { now, ago: () => '', locale: 'en' } as const;
  const asking = codes.filter((code) => healthWords({ code, since, everyMinutes: 5 }, texts.en, clock).reconnects);
  expect(asking).toEqual(['reconnect', 'uninstalled']);
});
