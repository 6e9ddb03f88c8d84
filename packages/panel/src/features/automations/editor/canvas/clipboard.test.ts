import type { Flow } from '@retoma/flow';
import { describe, expect, test } from 'vitest';
import { clipboardText, stepsInText } from './clipboard.ts';

const flow: Flow = {
  name: 'Teste',
  trigger_event: 'pix.generated',
  steps: [
    { id: 'a', type: 'delay', minutes: 30 },
    { id: 'b', type: 'loop', steps: [{ id: 'c', type: 'delay', minutes: 5 }] },
  ],
};

describe('the clipboard of the editor', () => {
  test('[EDT2] a copy is an automation, and pasting inserts its steps', () => {
    const text = clipboardText(flow, ['b']);
    expect(JSON.parse(text)).toMatchObject({ name: 'Teste', trigger_event: 'pix.generated' });
    expect(stepsInText(text)).toEqual([flow.steps[1]]);
  });

  test('[EDT3] steps of a flat automation are pasted nested', () => {
    const flat = {
      steps: [
        { id: 'check', type: 'condition', branches: [{ id: 'p', conditions: [] }] },
        { id: 'end', type: 'end', parentId: 'p' },
      ],
    };
    expect(stepsInText(JSON.stringify(flat))).toMatchObject([{ branches: [{ steps: [{ type: 'end' }] }] }]);
  });

  test('[EDT16] the steps in the answer of a chat are pasted', () => {
    const answer = `Claro!\n\`\`\`json\n${clipboardText(flow, ['b']).replaceAll('"', '”')}\n\`\`\`\nEspero ter ajudado!`;
    expect(stepsInText(answer)).toEqual([flow.steps[1]]);
  });

  test.each([
    '',
    'oi',
    '[]',
    '{}',
    '{"steps":3}',
    '{"steps":[{"type":"voa"}]}',
    '{"steps":[]}',
    '```\n{"steps":[{"type":"voa"}]}\n```',
  ])('%j has no steps', (text) => {
    expect(stepsInText(text)).toBeUndefined();
  });
});
