import { publishedMetadata, withoutNullVariants } from '@retoma/commerce';
import { z } from 'zod';

/** A JSON JsonObject, or a part of the document. */
export type JsonObject = Record<string, unknown>;

/** The JSON JsonObject of a response or parameter. The bounds of exact integers, which Zod adds, are left out. */
export const jsonSchemaOf = (schema: z.ZodType): JsonObject =>
  z.toJSONSchema(schema, {
    io: 'input',
    metadata: publishedMetadata,
    override(context) {
      withoutNullVariants(context);
      const { jsonSchema } = context;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
    },
  });

/** A schema for use in the document. Its definitions are added to `schemas`. */
export function schemaIn(schemas: Record<string, unknown>, schema: object): JsonObject {
  const { $schema: _dialect, $defs, ...rest } = schema as JsonObject;
  Object.assign(schemas, $defs);
  return rest;
}

/** The formats of the compiled checks in the terms of JSON JsonObject, which every tool knows. */
const standardFormats: Readonly<Record<string, JsonObject>> = {
  'http-url': { format: 'uri', pattern: '^[Hh][Tt][Tt][Pp][Ss]?://' },
  instant: { format: 'date-time', pattern: '^2' },
};

/** API20: a document with references to its components, and standard formats. */
export const asPublished = (document: JsonObject): JsonObject =>
  JSON.parse(
    JSON.stringify(document, (_key, value: unknown) => {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
      const { format } = value as JsonObject;
      return typeof format === 'string' && format in standardFormats
        ? { ...(value as JsonObject), ...standardFormats[format] }
        : value;
    }).replaceAll('#/$defs/', '#/components/schemas/'),
  ) as JsonObject;
