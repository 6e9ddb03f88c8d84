import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { z } from 'zod';
import type { JsonObject } from '../json-schema.ts';

const formats: Readonly<Record<string, z.ZodType>> = {
  uuid: z.guid(),
  uri: z.url(),
  email: z.email(),
  date: z.iso.date(),
  'date-time': z.iso.datetime({ offset: true, local: false }),
};

/** Checks values against the schemas of an OpenAPI document, formats included. */
export class DocumentChecks {
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false });
  readonly #compiled = new Map<string, ValidateFunction>();

  constructor(document: JsonObject) {
    for (const [name, schema] of Object.entries(formats)) {
      this.#ajv.addFormat(name, (text: string) => schema.safeParse(text).success);
    }
    this.#ajv.addSchema(document, 'document');
  }

  /** The violations of the schema at a place of the document, such as `['components', 'schemas', 'Cart']`. */
  violations(place: readonly (string | number)[], value: unknown): string[] {
    const pointer = place.map((key) => String(key).replaceAll('~', '~0').replaceAll('/', '~1')).join('/');
    const check = this.#compiled.get(pointer) ?? this.#ajv.compile({ $ref: `document#/${encodeURI(pointer)}` });
    this.#compiled.set(pointer, check);
    return check(value) ? [] : (check.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  }
}
