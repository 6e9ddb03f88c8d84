import type { RunReading } from '@retoma/server/commands';
import { describe, expect, test } from 'vitest';
import { describeRun } from './describe-run.ts';

const at = new Date('2026-03-10T15:00:00Z');
const message = {
  messageKey: 'steps[0]#1',
  channel: 'whatsapp',
  recipient: null,
  content: null,
  settledAt: at,
} as const;

const run = (reason: string): RunReading =>
  ({
    runId: 'r',
    automation: 'Recuperar PIX',
    version: 1,
    event: 'pix.generated',
    status: 'completed',
    reason: null,
    startedAt: at,
    finishedAt: at,
    waitsFor: undefined,
    timeline: [],
    messages: [{ ...message, state: 'failed', reason }],
    operations: [],
  }) as unknown as RunReading;

const lastLine = (reason: string, locale: 'pt-BR' | 'en'): string =>
  describeRun(run(reason), locale).split('\n').at(-1)!;

describe('describeRun', () => {
  test('[RUN5] a failed message has a text beside its code; an unknown code has no text', () => {
    expect(lastLine('OPTED_OUT', 'pt-BR')).toBe(
      'steps[0]#1  whatsapp: falhou (OPTED_OUT): Este contato não recebe mensagens neste canal.',
    );
    expect(lastLine('PROVIDER_REFUSED:131099', 'en')).toBe(
      'steps[0]#1  whatsapp: failed (PROVIDER_REFUSED:131099): The provider refused the message (131099).',
    );
    expect(lastLine('WRONG_TOKEN', 'en')).toBe('steps[0]#1  whatsapp: failed (WRONG_TOKEN)');
  });
});
