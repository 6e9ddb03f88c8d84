import type { z } from 'zod';

/** Turns "X or null" into one schema, so that an invalid X has one violation, not a second one for not being null. */
export function withoutNullVariants({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  const [value, nothing] = jsonSchema.anyOf ?? [];
  if (value?.$ref !== undefined || value?.type === undefined || nothing?.type !== 'null') return;
  delete jsonSchema.anyOf;
  Object.assign(jsonSchema, value, {
    type: [value.type, 'null'],
    ...(value.enum && { enum: [...value.enum, null] }),
  });
}
