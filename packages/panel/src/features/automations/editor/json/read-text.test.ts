import { describe, expect, test } from 'vitest';
import { readText } from './read-text.ts';

const text = (steps: string): string =>
  `{\n  "name": "PIX",\n  "trigger_event": "pix.generated",\n  "steps": ${steps}\n}`;

describe('[EDT1] the JSON view', () => {
  test('accepts the text of a flow', () => {
    expect(readText(text('[{ "type": "end" }]'), 'pt-BR').flow?.steps).toEqual([{ type: 'end' }]);
  });

  test('accepts an unfinished automation, and lists the missing parts', () => {
    const { flow, issues } = readText(text('[]'), 'pt-BR');
    expect(flow?.name).toBe('PIX');
    expect(issues).toEqual([expect.objectContaining({ line: 4, severity: 'error' })]);
  });

  test('does not change the draft while the text is invalid, and reports the position', () => {
    expect(readText(text('[{ "type": "end" }'), 'pt-BR')).toEqual({ issues: [expect.objectContaining({ line: 5 })] });
    expect(readText('[]', 'pt-BR').flow).toBeUndefined();
    expect(readText(`{"steps":${'['.repeat(5_000)}${']'.repeat(5_000)}}`, 'pt-BR').flow).toBeUndefined();
  });

  test('[EDT9] accepts any object, with every error and its line', () => {
    const { flow, issues } = readText(text('[null,\n{ "type": "dance" },\n{ "type": "condition" }]'), 'pt-BR');
    expect(flow?.steps).toHaveLength(3);
    expect(issues.map(({ line, severity }) => [line, severity])).toEqual([
      [4, 'error'],
      [5, 'error'],
      [6, 'error'],
    ]);
  });

  test('[DEF8] reports an issue of a message at the position of the message', () => {
    const message = '[\n{ "type": "action", "name": "send_sms",\n"data": { "message": "{{order.nothing}}" } }]';
    expect(readText(text(message), 'pt-BR').issues).toContainEqual(
      expect.objectContaining({ line: 6, column: 22, severity: 'error' }),
    );
  });
});
