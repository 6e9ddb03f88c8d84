import { expect, test } from 'vitest';
import { refusalIn } from './refusal-in.ts';

test('[DEF8] the blocking body is a refusal with its validation, as is the usual body', () => {
  const validation = { valid: false, totalErrors: 1, totalWarnings: 0, steps: [] };
  const code = 'AUTOMATION_TEMPLATE_VALIDATION_FAILED';
  expect(refusalIn({ success: false, code, message: 'Corrija.', validation })).toEqual({
    code,
    message: 'Corrija.',
    details: { validation },
  });
  const error = { code: 'AUTOMATION_INVALID', message: 'Tem erros.', details: { issues: [] } };
  expect(refusalIn({ success: false, error })).toEqual(error);
});

test('a body that is not a refusal is not read as one', () => {
  for (const body of [undefined, null, 'x', [], {}, { error: {} }, { error: null }, { code: 1, message: 'x' }])
    expect(refusalIn(body)).toBeUndefined();
});
