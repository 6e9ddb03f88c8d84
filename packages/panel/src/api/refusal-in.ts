/** The content of a refusal. `details`: what a person needs to correct it. */
export type RefusalText = { code: string; message: string; details?: unknown };

/**
 * Reads the body of a refusal; undefined if it is not one. The usual body has its code in `error`. The body that blocks an automation has
 * `code`, `message` and `validation` at its top (DEF8).
 */
export function refusalIn(body: unknown): RefusalText | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const { error, code, message, validation } = body as Record<string, unknown>;
  if (isRefusal(error)) return error;
  const blocking = { code, message, details: { validation } };
  return isRefusal(blocking) ? blocking : undefined;
}

const isRefusal = (value: unknown): value is RefusalText =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as RefusalText).code === 'string' &&
  typeof (value as RefusalText).message === 'string';
